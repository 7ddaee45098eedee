/// Which elements the names in a marble diagram stand for, and which names elements get in one.
struct MarbleNames<Element> {
    /// The element with a name, if there is one.
    let element: (Character) -> Element?

    /// The name of an element; if it has none, the text that it prints as.
    let name: (Element) -> String
}

extension MarbleNames where Element: Equatable {
    /// Names from a dictionary. If several names stand for equal elements, the first in alphabetical order is shown.
    init(_ elements: [Character: Element]) {
        element = { elements[$0] }
        name = { element in elements.filter { $0.value == element }.keys.min().map { String($0) } ?? "\(element)" }
    }
}

extension MarbleNames<String> {
    /// Elements that are their own names.
    static var own: Self { Self(element: { String($0) }, name: { $0 }) }
}
