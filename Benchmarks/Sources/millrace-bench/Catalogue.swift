/// All workloads, in the order of the table. Each group is measured by itself, so that its figures do not depend on what
/// others leave behind in the heap; a target refers to nothing outside of the workload's group.
func workloadGroups() -> [[Workload]] {
    [
        [
            pump(subscribers: 1),
            pump(subscribers: 10),
            pump(subscribers: 100),
            pump(subscribers: 1000),
            pump(subscribers: 10_000),
            behavior(relay: false),
            behavior(relay: true),
        ],
        [
            create(),
            churn(beside: 0),
            churn(beside: 100),
            churn(beside: 10_000),
        ],
        [
            chain1(),
            mapFilterPump(),
            mapFilterVaried(),
            mapFilterDriver(),
            mapFilterCreate(),
            scan(),
            skipTake(),
            range(),
        ],
        [
            mapToOperator(),
            ignoreOperator(),
            unwrapOperator(),
            pairwiseOperator(),
        ],
        [
            observeOn(),
            observeOnBurst(),
            observeOnCapacity(),
        ],
        [
            boundedValues(),
            boundedBatches(),
            fullValues(.dropOldest),
            fullValues(.dropNewest),
        ],
        [
            reentrant(beside: 1000),
            share(subscribers: 10),
            replay(elements: 100),
            replayPump(bufferSize: 100),
        ],
        [
            twoEmitters(sameSubject: false),
            twoEmitters(sameSubject: true),
            emitBesideChurn(.emitter),
            emitBesideChurn(.churner),
        ],
        [
            flatMapPump(),
            flatMapCreate(),
            flatMapLatestPump(),
            flatMapLatestCreate(),
            combineLatestPump(),
            combineLatestCreate(),
            mergeTwo(),
            combineLatestTwo(),
            zipTwo(),
        ],
        [
            intervalTick(),
            debounceVirtual(),
            throttleVirtual(),
            bufferCount(),
            limitPassing(),
            limitDropping(),
            virtualTimeDates(),
            virtualTimeOwn(),
            virtualTimeOwnType(),
        ],
        [
            idleSubscription(),
            idleChain(),
            idleSubject(),
            idleRelay(),
        ],
    ]
}
