#if Metrics
    import Metrics
    import Millrace
#endif
