@_exported import MillraceFoundation
@_exported import RxRelay
