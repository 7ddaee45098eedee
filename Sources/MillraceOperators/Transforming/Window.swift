import Millrace

extension ObservableType {
    /// Splits the source into windows: sources of `count` elements each, of which one begins at every `skip` elements.
    ///
    /// If `skip` is less than `count`, the windows overlap; if it is more, the elements between two windows are left out.
    ///
    /// ```
    /// source                    --1---2---3---4---5---|
    /// window(count: 2)          --w-------w-------w---|
    ///   first                   --1---2|
    ///   second                  ----------3---4|
    ///   third                   ------------------5---|
    /// ```
    ///
    /// - **Emits** a window right before its first element. A window passes on the elements that come while it lasts and
    ///   completes after `count` of them. Only observers that have subscribed to the window before an element comes receive
    ///   the element.
    /// - **Completes** when the source does, after the windows that have begun.
    /// - **Fails** when the source does, after the windows that have begun have failed.
    /// - **Disposal** means that no further window is emitted. The source's subscription is disposed as soon as no window
    ///   has a subscriber any more, either.
    /// - **Thread**: emits on the thread that the source emits on. An element that an observer makes the source send comes
    ///   after the one that is being delivered.
    /// - **Complexity**: for each element, O(`count` / `skip`), which is how many windows it belongs to; one subject for each
    ///   window.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2, 3, 4, 5)
    ///     .window(count: 2)
    ///     .flatMap { $0.toArray() }
    ///     .subscribe(onNext: { print($0) })
    /// // [1, 2]
    /// // [3, 4]
    /// // [5]
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many elements a window has, at least 1.
    ///   - skip: how many elements lie between the beginnings of two windows, at least 1; `count` if it is `nil`.
    @inlinable
    public func window(count: Int, skip: Int? = nil) -> Observable<Observable<Element>> {
        let skip = skip ?? count
        require(count > 0, "window(count:skip:): count is \(count); it must be greater than 0")
        require(skip > 0, "window(count:skip:): skip is \(skip); it must be greater than 0")
        // In turn: an element from inside a delivery could otherwise end a window that the outer one is still to get.
        return asSerialized().enumerated().windows { windows, item in
            let last = item.index - (count - 1)
            windows.send(item.element, isFirst: item.index % skip == 0, isLast: last >= 0 && last % skip == 0)
        }
    }

    /// Splits the source into windows, which are sources that follow one another: a new one begins whenever another source
    /// emits.
    ///
    /// ```
    /// source            --1---2---3-------4--|
    /// boundary          --------x-----x------|
    /// window(boundary:) w-------w-----w------|
    ///   first           --1---2-|
    ///   second          ----------3---|
    ///   third           ------------------4--|
    /// ```
    ///
    /// - **Emits** the first window at once, and each later window at an element of `boundary`, when the window before it
    ///   has completed. A window passes on the elements that come while it lasts. Only observers that have subscribed to the
    ///   window before an element comes receive the element.
    /// - **Completes** when either of the two does, after the current window has completed.
    /// - **Fails** as soon as one of the two does, after the current window has failed.
    /// - **Disposal** means that no further window is emitted. Both subscriptions are disposed as soon as no window has a
    ///   subscriber any more, either.
    /// - **Thread**: the first window comes on the thread that subscribes. Elements come on the thread that the source emits
    ///   on, later windows on the thread that `boundary` emits on. If another thread is delivering at that moment, that
    ///   thread delivers the event instead. No thread waits. What an observer makes the two sources send comes after
    ///   the event that is being delivered.
    /// - **Complexity**: O(1) for each element; one subject for each window.
    ///
    /// ```swift
    /// let (steps, days) = (PublishSubject<Int>(), PublishSubject<Void>())
    /// let subscription = steps
    ///     .window(boundary: days)
    ///     .flatMap { $0.reduce(0) { $0 + $1 } }
    ///     .subscribe(onNext: { print($0) })
    /// steps.onNext(800)
    /// steps.onNext(700)
    /// days.onNext(())
    /// steps.onNext(900)
    /// steps.onCompleted()
    /// // 1500
    /// // 900
    /// ```
    ///
    /// - Parameter boundary: the source that says when a new window begins.
    @inlinable
    public func window<Boundary: ObservableConvertibleType>(
        boundary: Boundary
    ) -> Observable<Observable<Element>> {
        let boundaries = boundary.asObservable().marked(end: WindowMark<Element>.end) { _ in .boundary }
        let elements = marked(end: WindowMark<Element>.end) { .element($0) }
        // In turn: an element that an observer sends while a window ends belongs to the next one, which has not begun.
        return Observable.merge([boundaries, elements])
            .asSerialized()
            .take(while: { if case .end = $0 { false } else { true } })
            .windows(beginning: { $0.open() }) { windows, mark in
                switch mark {
                case .element(let element): windows.send(element, isFirst: false, isLast: false)
                case .boundary: windows.goOn()
                case .end: break
                }
            }
    }

    /// Emits the windows that `handle` opens, closes and sends elements to.
    @inlinable
    func windows<Member>(
        beginning: @escaping (Windows<Member>) -> Void = { _ in },
        function: StaticString = #function,
        _ handle: @escaping (Windows<Member>, Element) -> Void
    ) -> Observable<Observable<Member>> {
        Observable.createHolding(function: function) { observer, hold in
            let source = SingleAssignmentDisposable()
            let users = RefCountDisposable(disposable: source)
            // First: the users may leave while the first window is emitted, and while the source is inside `subscribe`.
            hold(users)
            let windows = Windows<Member>(observer, users)
            beginning(windows)
            self.subscribe(by: source) { event in
                switch event {
                case .next(let element): handle(windows, element)
                case .error(let error): windows.end(.error(error), .error(error))
                case .completed: windows.end(.completed, .completed)
                }
            }
        }
    }
}

/// What the source and the boundary of windows send.
@usableFromInline
enum WindowMark<Element> {
    case element(Element)
    case boundary
    case end
}

/// The windows of one subscription that have begun, oldest first. One thread at a time opens, feeds and closes them.
@usableFromInline
final class Windows<Element>: Sendable {
    @usableFromInline
    let observer: AnyObserver<Observable<Element>>
    /// Counts downstream and all subscribers of windows; when none is left, the source's subscription is disposed.
    @usableFromInline
    let users: RefCountDisposable
    @usableFromInline
    let subjects = Locked<[PublishSubject<Element>]>([])

    @inlinable
    init(_ observer: AnyObserver<Observable<Element>>, _ users: RefCountDisposable) {
        self.observer = observer
        self.users = users
    }

    /// Begins the first window.
    @inlinable
    func open() {
        let subject = PublishSubject<Element>()
        subjects.access { $0.append(subject) }
        emit(subject)
    }

    /// Ends the only window and begins the next one.
    @inlinable
    func goOn() {
        let subject = PublishSubject<Element>()
        let former = subjects.access { exchange(&$0, for: [subject]) }
        for subject in former { subject.onCompleted() }
        emit(subject)
    }

    /// Sends an element to all windows, of which the newest may begin with it and the oldest end with it.
    ///
    /// Which these are is decided before anything is sent: an observer may make the source emit.
    @inlinable
    func send(_ element: Element, isFirst: Bool, isLast: Bool) {
        let fresh = isFirst ? PublishSubject<Element>() : nil
        let (all, oldest) = subjects.access { subjects in
            if let fresh { subjects.append(fresh) }
            let all = subjects
            return (all, isLast && !all.isEmpty ? subjects.removeFirst() : nil)
        }
        if let fresh { emit(fresh) }
        for subject in all { subject.onNext(element) }
        oldest?.onCompleted()
    }

    @inlinable
    func emit(_ subject: PublishSubject<Element>) {
        let users = users
        observer.onNext(
            Observable.create { observer in
                let use = users.retain()
                return Disposables.create(subject.subscribe(observer), use)
            }
        )
    }

    @inlinable
    func end(_ event: Event<Element>, _ outerEvent: Event<Observable<Element>>) {
        for subject in subjects.access({ exchange(&$0, for: []) }) { subject.on(event) }
        observer.on(outerEvent)
    }
}
