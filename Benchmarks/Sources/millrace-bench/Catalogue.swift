/// All workloads, in the order of the table.
func allWorkloads() -> [Workload] {
    [
        pump(subscribers: 1),
        pump(subscribers: 10),
        pump(subscribers: 100),
        pump(subscribers: 1000),
        pump(subscribers: 10_000),
        create(),
        churn(beside: 0),
        churn(beside: 100),
        churn(beside: 10_000),
        chain1(),
        mapFilterPump(),
        mapFilterCreate(),
        scan(),
        skipTake(),
        range(),
        observeOn(),
        reentrant(beside: 1000),
        twoEmitters(sameSubject: false),
        twoEmitters(sameSubject: true),
        emitBesideChurn(.emitter),
        emitBesideChurn(.churner),
        idleSubscription(),
        idleChain(),
        idleSubject(),
    ]
}
