// What RxSwiftExt exports; the operators come with the module.
@_exported import class Millrace.Observable
@_exported import enum MillraceOperators.FilterMap
@_exported import enum MillraceOperators.FromAsyncError
@_exported import enum MillraceOperators.RepeatBehavior
@_exported import typealias MillraceOperators.RepeatPredicate
@_exported import typealias MillraceOperators.RetryPredicate

// RxSwiftExt imports RxCocoa and Foundation. Where a module is loaded, its extensions of other modules' types are
// visible without an import.
import Foundation
import MillraceFoundation
