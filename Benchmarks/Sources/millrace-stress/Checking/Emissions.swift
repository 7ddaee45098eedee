/// Events that say who sent them and which of the sender's events they are, counted from 1.
enum Stamp {
    static func make(_ sender: Int, _ number: Int) -> Int { number << 10 | sender }
    static func sender(_ event: Int) -> Int { event & 1023 }
    static func number(_ event: Int) -> Int { event >> 10 }
}

/// How far each sender has come: which of its events have begun, and which have ended.
final class Emissions: Sendable {
    let began: [Number]
    let ended: [Number]

    init(senders: Int) {
        began = (0..<senders).map { _ in Number() }
        ended = (0..<senders).map { _ in Number() }
    }

    /// Sends the sender's next event; each sender is one thread.
    func send(from sender: Int, _ emit: (Int) -> Void) {
        let number = began[sender].ordered + 1
        began[sender].setOrdered(number)
        emit(Stamp.make(sender, number))
        ended[sender].setOrdered(number)
    }
}
