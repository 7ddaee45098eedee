#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class OptionsTests: XCTestCase {
        func testCredentialsAreInNoText() {
            for (text, expected) in [
                ("nats://ada:secret@host:4222", "nats://host:4222"),
                ("nats://to@ken@host", "nats://host"),
                ("cannot reach nats://a:b/c@host, nor tls://x@other", "cannot reach nats://host, nor tls://other"),
                ("nats://host", "nats://host"),
            ] {
                XCTAssertEqual(ServerList.scrubbed(text), expected)
            }
            XCTAssertEqual(
                ServerList.scrubbed("the word secret and secrets", hiding: ["secret", "secrets"]),
                "the word … and …"
            )
            XCTAssertEqual(ServerList.scrubbed("a … b", hiding: ["…"]), "a … b")
            let servers = ServerList(["ada:secret@host:1, nats://other"])
            XCTAssertEqual(servers.description, "nats://host:1, nats://other")
            XCTAssertEqual(servers.secrets, ["ada:secret", "secret"])
            XCTAssertEqual("\(NATS.Credentials.token("secret"))", "a token")
            XCTAssertEqual("\(NATS.Credentials.user("ada", password: "secret"))", "user ada")
        }

        func testLooksWithoutAPauseAreRefused() async throws {
            var options = NATS.Options.quick
            for interval in [Duration.zero, .seconds(-1)] {
                options.auditInterval = interval
                do {
                    _ = try await NATS.connect("nats://127.0.0.1:1", options: options)
                    XCTFail("\(interval)")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .invalid)
                }
            }
        }

        func testTLSIsVerified() async throws {
            let folder = NSTemporaryDirectory() + "/millrace-tls-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            for (name, host) in [("good", "localhost"), ("other", "example.org")] {
                try openssl(
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                    "-nodes",
                    "-days",
                    "2",
                    "-subj",
                    "/CN=\(host)",
                    "-addext",
                    "subjectAltName=DNS:\(host)",
                    "-keyout",
                    "\(folder)/\(name).key",
                    "-out",
                    "\(folder)/\(name).pem"
                )
            }
            func tls(_ name: String) -> String {
                "tls { cert_file: \"\(folder)/\(name).pem\", key_file: \"\(folder)/\(name).key\" }"
            }
            func options(_ authority: String?) -> NATS.Options {
                with(NATS.Options()) { options in
                    options.tls = with(NATS.TLS()) {
                        $0.certificateAuthorities = authority.map { "\(folder)/\($0).pem" }
                    }
                }
            }
            let server = try Server(jetStream: false, configuration: tls("good"))
            let nats = try await NATS.connect("tls://localhost:\(server.port)", options: options("good"))
            try await nats.flush()
            await nats.close()
            let renamed = try Server(jetStream: false, configuration: tls("other"))
            for (url, authority, what) in [
                ("tls://localhost:\(server.port)", Optional("other"), "another authority"),
                ("tls://localhost:\(server.port)", nil, "the system's authorities"),
                ("nats://localhost:\(server.port)", nil, "a server that asks for TLS"),
                ("tls://localhost:\(renamed.port)", "other", "another host"),
            ] {
                do {
                    let nats = try await NATS.connect(
                        url,
                        options: authority == nil && url.hasPrefix("nats") ? NATS.Options() : options(authority)
                    )
                    await nats.close()
                    XCTFail("connected with \(what)")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .connection)
                    XCTAssertTrue(failure.reason.contains("SSL"), failure.reason)
                }
            }
            // The name that the certificate has, and no verification at all.
            for change in [{ $0.hostname = "example.org" }, { $0.verification = .none }] as [(inout NATS.TLS) -> Void] {
                let nats = try await NATS.connect(
                    "tls://localhost:\(renamed.port)",
                    options: with(options("other")) { options in options.tls = options.tls.map { with($0, change) } }
                )
                await nats.close()
            }
        }

        private func openssl(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            process.standardError = FileHandle.nullDevice
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            do { try process.run() } catch { throw XCTSkip("openssl cannot be run") }
            guard ended.wait(timeout: .now() + 20) == .success, process.terminationStatus == 0 else {
                throw XCTSkip("openssl makes no certificate")
            }
        }
    }
#endif
