// Written by `make generate` (Tools/generate-arities); do not edit.

import Millrace

extension ObservableType {
    /// Turns a function that takes one argument and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1>(
        _ asyncRequest: @escaping (A1, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1) -> Observable<Element> {
        { (a1) in Observable<Element>.fromAsync { asyncRequest(a1, $0) } }
    }

    /// Turns a function that takes two arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2>(
        _ asyncRequest: @escaping (A1, A2, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2) -> Observable<Element> {
        { (a1, a2) in Observable<Element>.fromAsync { asyncRequest(a1, a2, $0) } }
    }

    /// Turns a function that takes three arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3>(
        _ asyncRequest: @escaping (A1, A2, A3, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3) -> Observable<Element> {
        { (a1, a2, a3) in Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, $0) } }
    }

    /// Turns a function that takes four arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4) -> Observable<Element> {
        { (a1, a2, a3, a4) in Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, $0) } }
    }

    /// Turns a function that takes five arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5) -> Observable<Element> {
        { (a1, a2, a3, a4, a5) in Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, $0) } }
    }

    /// Turns a function that takes six arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6) -> Observable<Element> {
        { (a1, a2, a3, a4, a5, a6) in Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, $0) } }
    }

    /// Turns a function that takes seven arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, A7, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7) -> Observable<Element> {
        { (a1, a2, a3, a4, a5, a6, a7) in Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, $0) }
        }
    }

    /// Turns a function that takes eight arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, A7, A8, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8) -> Observable<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8) in
            Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, $0) }
        }
    }

    /// Turns a function that takes nine arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8, A9>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, A7, A8, A9, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8, A9) -> Observable<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8, a9) in
            Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, a9, $0) }
        }
    }

    /// Turns a function that takes ten arguments and answers through a callback into a function that returns an
    /// observable; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8, A9, A10>(
        _ asyncRequest:
            @escaping (A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, @escaping @Sendable (Element) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8, A9, A10) -> Observable<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) in
            Observable<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, $0) }
        }
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Turns a function that takes one argument and answers through a callback into a function that returns a `Single`;
    /// otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1) -> Single<Element> {
        { (a1) in Single<Element>.fromAsync { asyncRequest(a1, $0) } }
    }

    /// Turns a function that takes two arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2) -> Single<Element> {
        { (a1, a2) in Single<Element>.fromAsync { asyncRequest(a1, a2, $0) } }
    }

    /// Turns a function that takes three arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, A3, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3) -> Single<Element> {
        { (a1, a2, a3) in Single<Element>.fromAsync { asyncRequest(a1, a2, a3, $0) } }
    }

    /// Turns a function that takes four arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4) -> Single<Element> {
        { (a1, a2, a3, a4) in Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, $0) } }
    }

    /// Turns a function that takes five arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5) -> Single<Element> {
        { (a1, a2, a3, a4, a5) in Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, $0) } }
    }

    /// Turns a function that takes six arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6) -> Single<Element> {
        { (a1, a2, a3, a4, a5, a6) in Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, $0) } }
    }

    /// Turns a function that takes seven arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, Failure: Swift.Error>(
        _ asyncRequest: @escaping (A1, A2, A3, A4, A5, A6, A7, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7) -> Single<Element> {
        { (a1, a2, a3, a4, a5, a6, a7) in Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, $0) } }
    }

    /// Turns a function that takes eight arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8, Failure: Swift.Error>(
        _ asyncRequest:
            @escaping (A1, A2, A3, A4, A5, A6, A7, A8, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8) -> Single<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8) in
            Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, $0) }
        }
    }

    /// Turns a function that takes nine arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8, A9, Failure: Swift.Error>(
        _ asyncRequest:
            @escaping (A1, A2, A3, A4, A5, A6, A7, A8, A9, @escaping @Sendable (Element?, Failure?) -> Void) -> Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8, A9) -> Single<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8, a9) in
            Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, a9, $0) }
        }
    }

    /// Turns a function that takes ten arguments and answers through a callback into a function that returns a
    /// `Single`; otherwise as `fromAsync(_:)` without arguments.
    public static func fromAsync<A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, Failure: Swift.Error>(
        _ asyncRequest:
            @escaping (A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, @escaping @Sendable (Element?, Failure?) -> Void) ->
            Void
    ) -> (A1, A2, A3, A4, A5, A6, A7, A8, A9, A10) -> Single<Element> {
        { (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) in
            Single<Element>.fromAsync { asyncRequest(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, $0) }
        }
    }
}
