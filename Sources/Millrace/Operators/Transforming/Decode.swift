// A static program that names `Data` contains all of FoundationEssentials, 8 MB.
#if Foundation
    import Foundation

    /// A decoder that `decode(type:decoder:)` takes: it makes values from data.
    ///
    /// Foundation's `JSONDecoder` and `PropertyListDecoder` conform. Other decoders that have this method need only
    /// declare the conformance.
    public protocol DataDecoder {
        /// Makes a value of the given type from `data`.
        ///
        /// - Parameters:
        ///   - type: the type of the value.
        ///   - data: what represents the value.
        /// - Returns: the value.
        /// - Throws: an error if `data` does not represent such a value.
        func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
    }

    extension JSONDecoder: DataDecoder {}

    extension PropertyListDecoder: DataDecoder {}

    extension ObservableType where Element == Data {
        /// Emits what `decoder` makes of each element.
        ///
        /// - **Completes** when the source does.
        /// - **Fails** when the source does, or with the error that the decoder throws.
        /// - **Disposal** disposes the source's subscription.
        /// - **Thread**: `decoder` is used on the thread that the source emits on. If several threads feed several
        ///   subscriptions, these threads may use it at the same time; Foundation's decoders allow that.
        /// - **Complexity**: that of the decoder for each element; one allocation for each subscription.
        ///
        /// ```swift
        /// struct Price: Decodable { let cents: Int }
        /// let messages = Observable.of(#"{"cents": 250}"#, #"{"cents": 300}"#)
        /// let subscription = messages
        ///     .map { Data($0.utf8) }
        ///     .decode(type: Price.self, decoder: JSONDecoder())
        ///     .subscribe(onNext: { print($0.cents) })
        /// // 250
        /// // 300
        /// ```
        ///
        /// - Parameters:
        ///   - type: the type of the values to emit.
        ///   - decoder: makes the values, such as a `JSONDecoder`.
        public func decode<Item: Decodable, Decoder: DataDecoder>(
            type: Item.Type,
            decoder: Decoder
        ) -> Observable<Item> {
            let receive: Sink<Data>.Receive = { sink, data in
                let sink = sink.downcast(to: OperatorSink<Data, Item>.self)
                do { sink.forward(try decoder.decode(type, from: data)) } catch { sink.fail(error) }
            }
            return Operator(asObservable()) { OperatorSink<Data, Item>($0, plain: true, receive: receive) }
        }
    }
#endif
