@_exported import MillraceOperators

// RxSwiftExt imports RxSwift and RxCocoa. Where a module is loaded, its extensions of other modules' types are visible
// without an import.
import RxCocoa
import RxSwift
