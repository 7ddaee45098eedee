// A static program that names `Data` contains all of FoundationEssentials; see `decode(type:decoder:)`.
#if Foundation
    import Foundation
    import Millrace

    /// An encoder that `encode(encoder:)` takes: it makes data from values.
    ///
    /// Foundation's `JSONEncoder` and `PropertyListEncoder` conform. Other encoders that have this method need only
    /// declare the conformance.
    public protocol DataEncoder {
        /// Makes the data that represents `value`.
        ///
        /// - Parameter value: the value to represent.
        /// - Returns: the data.
        /// - Throws: an error if the value cannot be represented.
        func encode<Item: Encodable>(_ value: Item) throws -> Data
    }

    extension JSONEncoder: DataEncoder {}

    extension PropertyListEncoder: DataEncoder {}

    extension ObservableType where Element: Encodable {
        /// Emits the data that `encoder` makes of each element.
        ///
        /// - **Completes** when the source does.
        /// - **Fails** when the source does, or with the error that the encoder throws.
        /// - **Disposal** disposes the source's subscription.
        /// - **Thread**: `encoder` is used on the thread that the source emits on. If several threads feed several
        ///   subscriptions, these threads may use it at the same time; Foundation's encoders allow that.
        /// - **Complexity**: that of the encoder for each element; one allocation for each subscription.
        ///
        /// ```swift
        /// struct Price: Encodable { let cents: Int }
        /// let subscription = Observable.of(Price(cents: 250), Price(cents: 300))
        ///     .encode(encoder: JSONEncoder())
        ///     .subscribe(onNext: { print(String(decoding: $0, as: UTF8.self)) })
        /// // {"cents":250}
        /// // {"cents":300}
        /// ```
        ///
        /// - Parameter encoder: makes the data, such as a `JSONEncoder`.
        public func encode<Encoder: DataEncoder>(encoder: Encoder) -> Observable<Data> {
            map { try encoder.encode($0) }
        }
    }
#endif
