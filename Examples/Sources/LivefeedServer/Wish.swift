#if Server
    import Millrace

    /// What the address of a stream asks for: `/events?filter=timeout%20-retry&severities=error,warning&after=17`.
    package struct Wish: Sendable {
        package let filter: Filter
        /// What is lost when the client reads too slowly.
        package let overflow: OverflowStrategy
        /// The last line that the client has already, 0 if none.
        package let after: Int

        /// - Parameters:
        ///   - filter: the words of a `Filter`.
        ///   - least: the severity that a `Filter` demands.
        ///   - severities: those that a `Filter` lets through.
        ///   - overflow: `dropOldest`, the default; `dropNewest`; or `error`, with which the stream ends, so that the
        ///     client connects again and gets what it has missed, as far as the server still has it.
        ///   - after: the number of a line, such as a browser sends it after a disconnection.
        package init(
            filter: String?,
            least: String? = nil,
            severities: String? = nil,
            overflow: String? = nil,
            after: String? = nil
        ) throws(Refusal) {
            self.filter = try Filter(filter ?? "", least: least, severities: severities)
            switch overflow ?? "dropOldest" {
            case "dropOldest": self.overflow = .dropOldest
            case "dropNewest": self.overflow = .dropNewest
            case "error": self.overflow = .error
            default: throw Refusal("overflow must be dropOldest, dropNewest or error")
            }
            guard let number = Int(after ?? "0"), number >= 0 else {
                throw Refusal("after must be the number of a line")
            }
            self.after = number
        }

        func wants(_ entry: Entry) -> Bool { entry.number > after && filter.wants(entry) }
    }

    /// Why a client does not get what it asks for.
    package struct Refusal: Error, Equatable {
        package let reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }
#endif
