#if Service
    import ServiceLifecycle
    import Millrace
#endif
