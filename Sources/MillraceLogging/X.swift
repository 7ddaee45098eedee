#if Logging
    import Logging
    import Millrace
#endif
