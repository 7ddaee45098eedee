#if DEBUG
    /// Where nested emissions have been reported.
    private let reported = Locked<Set<String>>([])

    /// Says, once for each place of the program, that a subject has sent an element inside an emission of its own: the
    /// observers that are still to come have got the newer element already, and get the older one now. In debug builds no
    /// slot is direct, so every emission asks before it calls an observer.
    @usableFromInline
    @inline(never)
    func reportNestedEmission<Element>(of type: Element.Type) {
        let place = placeOfUser()
        let isFirst = reported.access { places in
            // A program has few such places; the limit is for one that makes its code at run time.
            places.count < 100 && places.insert(place ?? "\(type)").inserted
        }
        guard isFirst else { return }
        printToStandardError(
            """
            Millrace: nested emission: an observer of a subject or relay of \(type) has sent it another element from inside \
            an event, so observers that subscribed later get the newer element first and end with the older \
            one\(place.map { "; sent at \($0)" } ?? "").
            What to do: let all observers subscribe to `subject.asSerialized().share()`, with asSerialized() of \
            MillraceOperators; then what is sent inside an event waits until all have got that event.
            """
        )
    }
#endif
