import Millrace
import TestSupport

/// The events of `source`, whose subscription this waits for the end of.
func eventsUntilTheEnd<Element>(_ source: Observable<Element>) -> [Event<Element>] {
    let recorder = Recorder<Element>()
    let isOver = Moment()
    let subscription = source.do(onDispose: { isOver.set() }).subscribe(recorder)
    isOver.wait()
    subscription.dispose()
    return recorder.events
}
