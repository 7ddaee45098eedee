// What the contract kit is built of serves the other tests as well.
@_exported import class MillraceTest.Box
@_exported import class MillraceTest.Counter
@_exported import struct MillraceTest.FairLimit
@_exported import struct MillraceTest.Patience
@_exported import class MillraceTest.Rendezvous
@_exported import class MillraceTest.TestThread
@_exported import class MillraceTest.Token
@_exported import func MillraceTest.concurrently
@_exported import func MillraceTest.waitUntil
