import Millrace
import TestSupport
import XCTest

/// Tests of an operator with a source and another that it waits for.
class UntilTestCase: XCTestCase {
    let recorder = Recorder<Int>()
    let (source, other) = (TestSource<Int>(), TestSource<String>())

    var disposals: [Int] { [source.disposals, other.disposals] }

    func logged<Element>(_ name: String, _ log: Box<[String]>, _ type: Element.Type) -> Observable<Element> {
        Observable.create { _ in
            log.value.append("\(name) subscribed")
            return Disposables.create { log.value.append("\(name) disposed") }
        }
    }
}
