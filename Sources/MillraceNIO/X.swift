#if NIO
    import NIOCore
    import Millrace
#endif
