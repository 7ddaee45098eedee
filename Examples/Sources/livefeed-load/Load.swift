@main
enum Load {
    static func main() {
    }
}
