import Millrace

extension ObservableType {
    /// Emits each element and the elements of the source that `selector` makes of it, of which `selector` makes further
    /// sources, and so on.
    ///
    /// ```
    /// source                                 --1|
    /// expand { $0 * 2 after 2 s, up to 4 }   --1-2-4|
    /// ```
    ///
    /// - **Emits** all these elements, as they come. `selector` is called for them in the order in which they came: the tree
    ///   grows in breadth. With a `maxConcurrent` of 1, the levels of the tree follow one another.
    /// - **Completes** when this source and all inner ones have completed.
    /// - **Fails** as soon as this source or an inner one does, or with the error that `selector` throws.
    /// - **Disposal** disposes all subscriptions, and drops the elements that wait.
    /// - **Thread**: `selector` is called on the thread that delivers, after the element has been emitted, as soon as fewer
    ///   than `maxConcurrent` inner sources are active. An element comes on the thread that its source emits on; if another
    ///   thread is delivering at that moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, some allocations for each inner source. However deep the tree is, inner
    ///   sources that end while they are being subscribed to take no stack. The elements that wait for their turn have no
    ///   bound of their own: let `selector` return `.empty()` in the end.
    ///
    /// ```swift
    /// let children = ["home": ["docs", "music"], "docs": ["taxes"]]
    /// let subscription = Observable.of("home")
    ///     .expand(maxConcurrent: 1) { Observable.from(children[$0] ?? []) }
    ///     .subscribe(onNext: { print($0) })
    /// // home
    /// // docs
    /// // music
    /// // taxes
    /// ```
    ///
    /// - Parameters:
    ///   - maxConcurrent: how many inner sources are active at most, at least 1; by default, as many as there are.
    ///   - selector: makes an inner source for an element.
    @inlinable
    public func expand<Source: ObservableConvertibleType>(
        maxConcurrent: Int = .max,
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Element> where Source.Element == Element {
        require(
            maxConcurrent > 0,
            "expand(maxConcurrent:_:): maxConcurrent is \(maxConcurrent); it must be greater than 0"
        )
        return marked(end: ExpandMark<Element>.sourceEnd) { .element($0) }.meeting { add in
            let expansion = Expansion(maxConcurrent, selector, add)
            return { expansion.receive($1, $0) }
        }
    }
}

/// What the sources of `expand` send.
@usableFromInline
enum ExpandMark<Element> {
    case element(Element)
    case innerEnd
    case sourceEnd
}

/// The state of `expand`: the elements whose sources wait, and how many sources are active.
@usableFromInline
final class Expansion<Element, Source: ObservableConvertibleType> where Source.Element == Element {
    @usableFromInline
    let limit: Int
    @usableFromInline
    let selector: (Element) throws -> Source
    @usableFromInline
    let add: (Observable<ExpandMark<Element>>) -> Void

    @usableFromInline
    @exclusivity(unchecked)
    var waiting = Fifo<Element>()
    @usableFromInline
    @exclusivity(unchecked)
    var active = 0
    @usableFromInline
    @exclusivity(unchecked)
    var hasSourceEnded = false
    @usableFromInline
    @exclusivity(unchecked)
    var isStarting = false

    @inlinable
    init(
        _ limit: Int,
        _ selector: @escaping (Element) throws -> Source,
        _ add: @escaping (Observable<ExpandMark<Element>>) -> Void
    ) {
        self.limit = limit
        self.selector = selector
        self.add = add
    }

    @inlinable
    func receive(_ mark: ExpandMark<Element>, _ sink: OperatorSink<ExpandMark<Element>, Element>) {
        switch mark {
        case .element(let element):
            waiting.append(element)
            sink.forward(element)
        case .innerEnd: active -= 1
        case .sourceEnd: hasSourceEnded = true
        }
        goOn(sink)
    }

    /// Subscribes to sources as long as there is room. What these send meanwhile only adds to what waits.
    @inlinable
    func goOn(_ sink: OperatorSink<ExpandMark<Element>, Element>) {
        if isStarting { return }
        isStarting = true
        defer { isStarting = false }
        while !sink.isDisposed, active < limit, let element = waiting.popFirst() {
            active += 1
            do {
                add(try selector(element).asObservable().marked(end: .innerEnd) { .element($0) })
            } catch {
                return sink.fail(error)
            }
        }
        if hasSourceEnded && active == 0 && waiting.isEmpty { sink.finish() }
    }
}
