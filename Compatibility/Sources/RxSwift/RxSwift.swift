@_exported import Millrace

// RxSwift imports Foundation. Where a module is loaded, its extensions of other modules' types are visible without an
// import, and RxSwift's users have come to rely on that: `String(format:)` in a file that imports only RxSwift.
import Foundation
