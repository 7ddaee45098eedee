#if Tracing
    import Tracing
    import Millrace
#endif
