@_exported import MillraceTest
import RxSwift
