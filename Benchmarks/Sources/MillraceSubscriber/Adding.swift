import Millrace

// A module of its own, because the compiler merges functions of one module that are equal, down to a jump from one to the
// other. A program's subscribers differ; those of the workloads, OpenCombine's included, do not.
extension Observable<Int> {
    /// Subscribes what nearly all workloads measure deliveries to: adds the elements to `sum`.
    @inline(never)
    public func add(to sum: UnsafeMutablePointer<Int>) -> Disposable {
        subscribe(onNext: { sum.pointee &+= $0 })
    }
}
