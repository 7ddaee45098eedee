/// What the names in a marble diagram stand for, and what elements are called in one.
struct MarbleNames<Element> {
    /// The element of a name, if there is one.
    let element: (Character) -> Element?

    /// The name of an element; what it prints as if it has none.
    let name: (Element) -> String
}

extension MarbleNames where Element: Equatable {
    /// Names from a dictionary; of those that stand for equal elements the first in alphabetical order is shown.
    init(_ elements: [Character: Element]) {
        element = { elements[$0] }
        name = { element in elements.filter { $0.value == element }.keys.min().map { String($0) } ?? "\(element)" }
    }
}

extension MarbleNames<String> {
    /// Elements that are their own names.
    static var own: Self { Self(element: { String($0) }, name: { $0 }) }
}
