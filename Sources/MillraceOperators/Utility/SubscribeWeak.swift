import Millrace

extension ObservableType {
    /// Calls a method of `object`, which is held weakly, for every event.
    ///
    /// While `object` lives, its method is called. Once `object` is gone, the method is not called any more; the
    /// subscription stays until it is disposed or ends.
    ///
    /// ```swift
    /// final class Screen {
    ///     var lines: [String] = []
    ///     func show(_ event: Event<Int>) { lines.append("\(event)") }
    /// }
    /// let screen = Screen()
    /// let subscription = Observable.of(1).subscribe(weak: screen, Screen.show)
    /// print(screen.lines.joined(separator: ", "))
    /// // next(1), completed
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - object: whose method is called; held weakly.
    ///   - on: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        weak object: Object,
        _ on: @escaping (Object) -> @isolated(any) (Event<Element>) -> Void
    ) -> Disposable {
        let site = CallSite("subscribe(weak:_:)", fileID, line)
        return subscribe(WeakReference(object).calling(on, site))
    }

    /// Calls a method of `object`, which is held weakly, for each kind of event.
    ///
    /// An error without `onError` is ignored, unlike that of `subscribe(onNext:)`. Otherwise as `subscribe(weak:_:)`.
    ///
    /// ```swift
    /// final class Screen {
    ///     var lines: [String] = []
    ///     func show(_ number: Int) { lines.append("\(number)") }
    ///     func close() { lines.append("closed") }
    /// }
    /// let screen = Screen()
    /// let subscription = Observable.of(1, 2)
    ///     .subscribe(weak: screen, onNext: Screen.show, onDisposed: Screen.close)
    /// print(screen.lines.joined(separator: ", "))
    /// // 1, 2, closed
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - object: whose methods are called; held weakly.
    ///   - onNext: called for each element, on the thread that emits.
    ///   - onError: called if the sequence fails.
    ///   - onCompleted: called if the sequence ends.
    ///   - onDisposed: called once, when the sequence has failed or ended or the subscription is disposed.
    /// - Returns: the subscription.
    @inlinable
    public func subscribe<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        weak object: Object,
        onNext: ((Object) -> @isolated(any) (Element) -> Void)?? = nil,
        onError: ((Object) -> @isolated(any) (Swift.Error) -> Void)?? = nil,
        onCompleted: ((Object) -> @isolated(any) () -> Void)?? = nil,
        onDisposed: ((Object) -> @isolated(any) () -> Void)?? = nil
    ) -> Disposable {
        let site = CallSite("subscribe(weak:onNext:)", fileID, line)
        let target = WeakReference(object)
        return subscribe(
            fileID: fileID,
            line: line,
            onNext: onNext.flatMap { $0.map { target.calling($0, site) } },
            onError: onError.flatMap { $0.map { target.calling($0, site) } } ?? { _ in },
            onCompleted: onCompleted.flatMap { $0.map { target.calling($0, site) } },
            onDisposed: onDisposed.flatMap { $0.map { target.calling($0, site) } }
        )
    }

    /// Calls a method of `object`, which is held weakly, for each element; otherwise as `subscribe(onNext:)`.
    ///
    /// ```swift
    /// final class Screen {
    ///     var numbers: [Int] = []
    ///     func show(_ number: Int) { numbers.append(number) }
    /// }
    /// let screen = Screen()
    /// let subscription = Observable.of(1, 2).subscribeNext(weak: screen, Screen.show)
    /// print(screen.numbers)
    /// // [1, 2]
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - object: whose method is called; held weakly.
    ///   - onNext: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @inlinable
    public func subscribeNext<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        weak object: Object,
        _ onNext: @escaping (Object) -> @isolated(any) (Element) -> Void
    ) -> Disposable {
        let site = CallSite("subscribeNext(weak:_:)", fileID, line)
        return subscribe(fileID: fileID, line: line, onNext: WeakReference(object).calling(onNext, site))
    }

    /// Calls a method of `object`, which is held weakly, if the sequence fails; otherwise as `subscribe(onError:)`.
    ///
    /// ```swift
    /// final class Screen {
    ///     var warning = ""
    ///     func warn(_ error: Error) { warning = "\(error)" }
    /// }
    /// struct Offline: Error {}
    /// let screen = Screen()
    /// let subscription = Observable<Int>.error(Offline()).subscribeError(weak: screen, Screen.warn)
    /// print(screen.warning)
    /// // Offline()
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - object: whose method is called; held weakly.
    ///   - onError: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @inlinable
    public func subscribeError<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        weak object: Object,
        _ onError: @escaping (Object) -> @isolated(any) (Swift.Error) -> Void
    ) -> Disposable {
        let site = CallSite("subscribeError(weak:_:)", fileID, line)
        return subscribe(fileID: fileID, line: line, onError: WeakReference(object).calling(onError, site))
    }

    /// Calls a method of `object`, which is held weakly, if the sequence ends; otherwise as `subscribe(onCompleted:)`.
    ///
    /// ```swift
    /// final class Screen {
    ///     var isComplete = false
    ///     func finish() { isComplete = true }
    /// }
    /// let screen = Screen()
    /// let subscription = Observable.of(1, 2).subscribeCompleted(weak: screen, Screen.finish)
    /// print(screen.isComplete)
    /// // true
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for reports; the compiler fills it in.
    ///   - line: the line of the call; the compiler fills it in.
    ///   - object: whose method is called; held weakly.
    ///   - onCompleted: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @inlinable
    public func subscribeCompleted<Object: AnyObject>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        weak object: Object,
        _ onCompleted: @escaping (Object) -> @isolated(any) () -> Void
    ) -> Disposable {
        let site = CallSite("subscribeCompleted(weak:_:)", fileID, line)
        return subscribe(fileID: fileID, line: line, onCompleted: WeakReference(object).calling(onCompleted, site))
    }
}

/// The same methods as RxSwiftExt names them, for code that names a method without calling it.
extension ObservableType {
    /// As `subscribe(weak:_:)` with the place of the call, which reports then do not know.
    ///
    /// - Parameters:
    ///   - object: whose method is called; held weakly.
    ///   - on: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribe<Object: AnyObject>(
        weak object: Object,
        _ on: @escaping (Object) -> @isolated(any) (Event<Element>) -> Void
    ) -> Disposable {
        subscribe(fileID: "(unknown)", line: 0, weak: object, on)
    }

    /// As `subscribeNext(weak:_:)` with the place of the call, which reports then do not know.
    ///
    /// - Parameters:
    ///   - object: whose method is called; held weakly.
    ///   - onNext: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribeNext<Object: AnyObject>(
        weak object: Object,
        _ onNext: @escaping (Object) -> @isolated(any) (Element) -> Void
    ) -> Disposable {
        subscribeNext(fileID: "(unknown)", line: 0, weak: object, onNext)
    }

    /// As `subscribeError(weak:_:)` with the place of the call, which reports then do not know.
    ///
    /// - Parameters:
    ///   - object: whose method is called; held weakly.
    ///   - onError: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribeError<Object: AnyObject>(
        weak object: Object,
        _ onError: @escaping (Object) -> @isolated(any) (Swift.Error) -> Void
    ) -> Disposable {
        subscribeError(fileID: "(unknown)", line: 0, weak: object, onError)
    }

    /// As `subscribeCompleted(weak:_:)` with the place of the call, which reports then do not know.
    ///
    /// - Parameters:
    ///   - object: whose method is called; held weakly.
    ///   - onCompleted: the method, written `Type.method`; called on the thread that emits.
    /// - Returns: the subscription.
    @_disfavoredOverload
    @inlinable
    public func subscribeCompleted<Object: AnyObject>(
        weak object: Object,
        _ onCompleted: @escaping (Object) -> @isolated(any) () -> Void
    ) -> Disposable {
        subscribeCompleted(fileID: "(unknown)", line: 0, weak: object, onCompleted)
    }
}

extension WeakReference {
    /// A closure that calls a method of the object, for as long as the object lives.
    @usableFromInline
    func calling<Value>(
        _ method: @escaping (Object) -> @isolated(any) (Value) -> Void,
        _ site: CallSite
    ) -> (Value) -> Void {
        { value in if let object { site.withoutIsolation(method(object))(value) } }
    }

    /// As above, for a method without parameters.
    @usableFromInline
    func calling(_ method: @escaping (Object) -> @isolated(any) () -> Void, _ site: CallSite) -> () -> Void {
        { if let object { site.withoutIsolation(method(object))?() } }
    }
}
