import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class EncodeTests: MarbleTestCase {
    private struct Point: Codable, Equatable { let x: Int }

    func testEachElementIsEncoded() {
        check(source: "-1-2-|", result: "-a-b-|", active: "^----!", naming: ["a": #"{"x":1}"#, "b": #"{"x":2}"#]) {
            source,
            _,
            _ in
            source.map { Point(x: Int($0)!) }.encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    func testWhatDecodeTakes() {
        let recorder = Recorder<Point>()
        _ = Observable.of(Point(x: 1), Point(x: 2))
            .encode(encoder: PropertyListEncoder())
            .decode(type: Point.self, decoder: PropertyListDecoder())
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [Point(x: 1), Point(x: 2)])
    }

    func testAnEncodersErrorFails() {
        let recorder = Recorder<Data>()
        _ = Observable.of(1, Double.infinity).encode(encoder: JSONEncoder()).subscribe(recorder)
        XCTAssertEqual(recorder.elements.count, 1)
        XCTAssertTrue(recorder.events.last?.error is EncodingError)
    }
}
