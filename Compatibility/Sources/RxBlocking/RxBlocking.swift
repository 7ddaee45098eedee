@_exported import MillraceBlocking
import RxSwift
