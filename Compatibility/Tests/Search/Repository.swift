import RxSwift

public struct Repository: Equatable {
    public let name: String
    public let stars: Int

    public init(name: String, stars: Int) {
        self.name = name
        self.stars = stars
    }

    /// Uses Foundation, which this file does not import.
    public var summary: String { name + String(format: " (%.1fk)", Double(stars) / 1000) }
}

public protocol SearchService {
    func repositories(matching query: String) -> Single<[Repository]>
}

public enum SearchError: Error {
    case offline
}
