import Millrace

/// A page for the browser that shows the streams of the running program: what is stuck, how fast elements pass, what waits.
///
/// A server of any kind mounts it: it asks ``respond(path:)`` what to answer. The page shows what `StreamDump.take()` knows,
/// that is, what is subscribed to while `Hooks.recordSubscriptions` or `Hooks.slowCallbacks(after:stacks:report:)` is on.
///
/// ```swift
/// let (status, contentType, _) = Inspector.respond(path: "/streams/")
/// print(status, contentType)
/// // 200 text/html; charset=utf-8
/// ```
public enum Inspector {
    /// What a server has to answer to a `GET` for the page or for one of its files.
    ///
    /// The page is at any path that ends with a slash, and asks for `style.css`, `app.js`, `icon.svg` and `dump.json`
    /// beside it; for `dump.json` once a second, or less often if that takes long. It asks no other server. Anything else gets
    /// the status 404.
    ///
    /// The page names threads, and files and lines of the program. Mount it where only those come who may know them.
    ///
    /// - **Thread**: may be called from any thread, at any time. It holds up no event.
    /// - **Complexity**: O(stages) for `dump.json`, in which equal subscriptions are counted together; O(1) for the others.
    ///
    /// - Parameter path: the path of the request, without its query, or the end of it.
    /// - Returns: the status of HTTP, the value of the header `Content-Type`, and the body.
    public static func respond(path: String) -> (status: Int, contentType: String, body: [UInt8]) {
        switch path.split(separator: "/", omittingEmptySubsequences: false).last {
        case "": (200, "text/html; charset=utf-8", PackageResources.index_html)
        case "style.css": (200, "text/css; charset=utf-8", PackageResources.style_css)
        case "app.js": (200, "text/javascript; charset=utf-8", PackageResources.app_js)
        case "icon.svg": (200, "image/svg+xml", PackageResources.icon_svg)
        case "dump.json": (200, "application/json", Array(StreamDump.take().groupedJSON.utf8))
        default: (404, "text/plain; charset=utf-8", Array("The page's address ends with a slash.\n".utf8))
        }
    }
}
