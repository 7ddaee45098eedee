import Foundation
import Millrace
import TestSupport
import XCTest

/// Emissions within callbacks of emissions.
final class NestedEmissionTests: StressTestCase {
    /// Seconds that `depth` nested emissions take on a thread with a large stack.
    private func seconds(_ depth: Int, of subject: PublishSubject<Int>) -> Double {
        let taken = Recorder<Double>()
        onSmallStack(kibibytes: 128 * 1024) {
            let start = DispatchTime.now().uptimeNanoseconds
            subject.onNext(depth)
            taken.onNext(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
        }
        return taken.elements[0]
    }

    func testTimeIsInProportionToTheDepth() {
        let subject = PublishSubject<Int>()
        let deepest = Counter()
        let stays = subject.subscribe(onNext: { [unowned subject] left in
            if left > 0 { subject.onNext(left - 1) } else { deepest.add() }
        })
        // The thread sanitizer keeps a stack of 64K frames of its own.
        let unit = TestMode.size(5_000, sanitized: 200)
        var ratios: [Double] = []
        for _ in 0..<10 {
            let short = seconds(unit, of: subject)
            let long = seconds(8 * unit, of: subject)
            ratios.append(long / short)
        }
        XCTAssertEqual(deepest.value, 20)
        // Eight times; in optimized code sixty-four, in other code half of that, where each level passes over those before.
        if TestMode.measuresMemory { XCTAssertLessThan(ratios.sorted()[2], 16, "\(ratios)") }
        stays.dispose()
    }

    func testAThreadThatNestedDeeplyLeavesNothingBehind() {
        let subject = PublishSubject<Int>()
        let stays = subject.subscribe(onNext: { [unowned subject] left in if left > 0 { subject.onNext(left - 1) } })
        let depth = TestMode.size(10_000, sanitized: 500)
        onSmallStack(kibibytes: 128 * 1024) {
            subject.onNext(depth)
            self.assertMemoryReturns(within: 64 << 10) { for _ in 0..<10 { subject.onNext(depth) } }
        }
        stays.dispose()
    }

    /// Each level disposes an observer that all levels can reach: it goes with the outermost.
    func testWhatLevelsDisposeGoesWhenTheOutermostEnds() {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        let depth = 50
        let subscriptions = Box<[Disposable]>([])
        let stays = subject.subscribe(onNext: { [unowned subject] left in
            if left > 0 { subject.onNext(left - 1) }
            if (0..<depth).contains(left) { subscriptions.value[left].dispose() }
        })
        for _ in 0..<depth {
            let token = Token(tally)
            subscriptions.value.append(subject.subscribe(onNext: { _ in token.keep() }))
        }
        subject.onNext(-1)
        XCTAssertEqual(tally.count, depth)
        subject.onNext(depth)
        XCTAssertEqual(tally.count, 0)
        stays.dispose()
    }
}
