/// What a test's closures capture, to see when they are released.
final class Capture {}
