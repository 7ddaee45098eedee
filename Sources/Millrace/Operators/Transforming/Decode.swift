// A static program that names `Data` contains all of FoundationEssentials, 8 MB.
#if Foundation
    import Foundation

    /// Makes values from data: a decoder that `decode(type:decoder:)` takes.
    ///
    /// Foundation's `JSONDecoder` and `PropertyListDecoder` conform. Other decoders that have this method need only
    /// declare the conformance.
    public protocol DataDecoder {
        /// Makes a value of the given type from `data`.
        ///
        /// - Throws: if `data` does not represent such a value.
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
        /// - **Thread**: `decoder` is used on the thread that the source emits on; by several at once, if several
        ///   subscriptions are fed by several threads, which Foundation's decoders allow.
        /// - **Complexity**: the decoder's for each element; one allocation for each subscription.
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
