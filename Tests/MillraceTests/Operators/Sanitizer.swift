import Foundation

enum Sanitizer {
    /// Whether the thread sanitizer watches. Tests of depth are shorter then: at full length they take minutes each.
    static let isThread = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}
