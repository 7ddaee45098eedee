import Foundation
import Millrace
import TestSupport
import XCTest

final class DecodeTests: XCTestCase {
    private struct Price: Codable, Equatable {
        let symbol: String
        let cents: Int
    }

    func testItDecodesJSON() {
        let recorder = Recorder<Price>()
        let source = TestSource<Data>()
        _ = source.observable.decode(type: Price.self, decoder: JSONDecoder()).subscribe(recorder)
        source.send(Data(#"{"symbol": "A", "cents": 3}"#.utf8), Data(#"{"cents": -4, "symbol": "B"}"#.utf8))
        source.send(.completed)
        XCTAssertEqual(recorder.elements, [Price(symbol: "A", cents: 3), Price(symbol: "B", cents: -4)])
        XCTAssertEqual(recorder.marks.last, "|")
    }

    func testItDecodesPropertyLists() throws {
        let prices = [Price(symbol: "A", cents: 3)]
        let recorder = Recorder<[Price]>()
        _ = Observable.just(try PropertyListEncoder().encode(prices))
            .decode(type: [Price].self, decoder: PropertyListDecoder())
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [prices])
    }

    func testWhatCannotBeDecodedEndsIt() {
        let source = TestSource<Data>()
        let errors = Recorder<Price>()
        _ = source.observable.decode(type: Price.self, decoder: JSONDecoder()).subscribe(errors)
        source.send(Data("{}".utf8), Data(#"{"symbol": "A", "cents": 3}"#.utf8))
        XCTAssertEqual(errors.elements, [])
        guard case .error(let error)? = errors.events.last, case DecodingError.keyNotFound? = error as? DecodingError
        else {
            return XCTFail("ended with \(errors.marks)")
        }
        XCTAssertEqual(source.disposals, 1)
    }

    func testADecoderOfOnesOwn() {
        struct Lengths: DataDecoder {
            func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item {
                guard let length = data.count as? Item else { throw TestError("no length") }
                return length
            }
        }
        let recorder = Recorder<Int>()
        _ = Observable.of(Data([1, 2]), Data()).decode(type: Int.self, decoder: Lengths()).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["2", "0", "|"])
    }
}
