#!/usr/bin/env python3
"""Tests the page of MillraceInspector in a real browser, headless, with the streams of a livefeed.

    test_inspector.py LIVEFEED SCREENSHOTS    the built program, and the folder for pictures of the page
"""
import pathlib
import selectors
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

import test_livefeed as livefeed
from webdriver import Browser, PATIENCE, wait_until


class Clients:
    """Many clients that read all that comes, and one that reads nothing."""

    def __init__(self, port, count):
        self.lines = 0
        self.selector = selectors.DefaultSelector()
        self.stopped = self.connect(port, 4_096)
        for _ in range(count):
            self.selector.register(self.connect(port), selectors.EVENT_READ)
        self.is_open = True
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def connect(self, port, buffer=None):
        client = socket.socket()
        if buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return client

    def read(self):
        while self.is_open:
            for key, _ in self.selector.select(0.1):
                self.lines += key.fileobj.recv(1 << 16).count(b"event: line")

    def end(self):
        self.is_open = False
        self.thread.join(PATIENCE)
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.stopped.close()


class InspectorTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="livefeed-")
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "app.log"
        self.log.write_text("")
        self.browser.emulate()
        self.browser.open("about:blank")
        self.browser.console()

    def serve(self, *arguments):
        server = livefeed.Server(self.log, 0, *arguments)
        self.addCleanup(server.end)
        return server

    def show(self, *arguments):
        server = self.serve("--inspector", *arguments)
        self.browser.open(server.url + "streams/")
        wait_until("not live", lambda: self.browser.run("return document.querySelector('#state').dataset.state") == "live")
        return server

    def append(self, count):
        with self.log.open("a") as log:
            log.writelines(f"ERROR line {number} {'x' * 1_500}\n" for number in range(count))

    def texts(self, selector):
        return self.browser.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def assert_quiet_console(self):
        self.assertEqual([entry["message"] for entry in self.browser.console()], [])

    def take_dump(self, said):
        self.browser.click("#take")
        wait_until(lambda: self.texts("#compare-about"), lambda: said in self.texts("#compare-about")[0])

    def test_one_stuck_client_among_fifty_comes_first(self):
        server = self.show("--stall", "120", "--capacity", "20000")
        clients = Clients(server.port, 49)
        self.addCleanup(clients.end)
        wait_until(lambda: self.texts("#list .place"), lambda: any(text.startswith("50 × LivefeedServer/Feed.swift") for text in self.texts("#list .place")))
        self.assertEqual(self.texts("#summary"), ["None is stuck"])
        self.take_dump("Take another one")
        self.append(300)
        # It takes a second until what waits is stuck; on a busy machine others wait meanwhile, too.
        wait_until(lambda: f"{clients.lines} lines, {self.texts('#list button')}", lambda: clients.lines >= 49 * 300, 60)
        wait_until(lambda: self.texts("#list button"), lambda: self.texts("#summary") == ["1 stuck"])
        place, facts = self.texts("#list .place")[0], self.texts("#list .facts")[0]
        self.assertTrue(place.startswith("LivefeedServer/Feed.swift:"), place)
        self.assertRegex(facts, r"^[\d,]+ wait in values\(capacity: 20000, overflow: .dropOldest\), the oldest for [\d.]+\sm?i?n?s?")
        self.assertEqual(self.texts("#list .badge")[:2], ["stuck", ""])
        self.assertIn(f"49 × {place}", self.texts("#list .place"))
        self.browser.click("#list button")
        self.assertEqual(self.texts("#stages tr[data-level=stuck] th"), ["values(capacity: 20000, overflow: .dropOldest)"])
        self.assertEqual(self.texts(".box.stuck.selected .name"), ["values(capacity: 20000, …"])
        # All fifty come out of one shared source, and each kind is drawn once.
        self.assertEqual(len(self.texts(".edge.shared")), 2)
        self.take_dump("From ")
        change = self.texts("#changes tbody tr:first-child > *")
        self.assertTrue(change[0].startswith(place), change)
        self.assertEqual(change[1:3], ["more wait", "50"])
        self.assertRegex(change[4], r"^[\d,]+ → [\d,]+$")
        self.pictures()
        self.assert_quiet_console()

    def pictures(self):
        livefeed.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for name, width, height in (("wide", 1280, 1500), ("narrow", 390, 2600)):
                self.browser.emulate(width, height, scheme, "reduce")
                time.sleep(0.3)  # two frames, for what the resizing draws
                path = livefeed.SCREENSHOTS / f"inspector-{scheme}-{name}.png"
                self.browser.screenshot(path)
                self.assertGreater(path.stat().st_size, 20_000)

    def test_all_can_be_done_with_keys(self):
        self.show()
        wait_until(lambda: self.texts("#list .place"), lambda: len(self.texts("#list .place")) >= 2)
        kinds = len(self.texts("#list .place"))
        self.browser.run("document.activeElement.blur()")
        seen = []
        for _ in range(kinds + 4):
            self.browser.press("\ue004")
            seen.append(self.browser.run(
                "const e = document.activeElement; const s = getComputedStyle(e);"
                "return [e.id || e.className || e.closest('ol').id, s.outlineStyle === 'solid' && parseFloat(s.outlineWidth) >= 2]"
            ))
        expected = ["skip", "pause", "take"] + ["list"] * kinds + ["frame"]
        self.assertEqual(seen, [[name, True] for name in expected])
        chosen = "return [...document.querySelectorAll('#list button')].map((e) => e.ariaPressed)"
        self.assertEqual(self.browser.run(chosen), ["true"] + ["false"] * (kinds - 1))
        self.browser.run("document.querySelectorAll('#list button')[1].focus()")
        self.browser.press(" ")
        # The focus stays where it is while the page goes on.
        before = self.texts("#detail-about")
        wait_until("the page stands still", lambda: self.texts("#detail-about") != before)
        self.assertEqual(self.browser.run("return document.activeElement.ariaPressed"), "true")
        self.browser.run("document.querySelector('#pause').focus()")
        self.browser.press(" ")
        self.assertEqual(self.texts("#state-text"), ["Paused"])
        self.browser.press(" ")
        wait_until("not live again", lambda: self.texts("#state-text") == ["Live"])
        self.assert_quiet_console()

    def test_it_says_that_recording_is_off_and_that_the_server_is_gone(self):
        server = self.show()
        self.assertTrue(self.browser.run("return element('off').hidden"))
        server.stop()
        wait_until("the end is not noticed", lambda: self.texts("#state-text") == ["No connection"])
        self.browser.run("receive({ isRecording: false, subscriptions: [], objects: {} })")
        self.assertFalse(self.browser.run("return element('off').hidden"))
        self.assertEqual(self.texts("#list-title, #summary, #detail-about"), ["0 subscriptions", "None is stuck", "There is none."])

    def test_no_width_needs_scrolling_sideways(self):
        self.show()
        for width in (320, 390, 700, 1024, 1600):
            self.browser.emulate(width=width)
            self.assertEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_it_is_off_by_default_and_for_this_machine_alone(self):
        server = self.serve()
        with self.assertRaises(urllib.error.HTTPError) as failure:
            urllib.request.urlopen(server.url + "streams/", timeout=PATIENCE)
        self.assertEqual(failure.exception.code, 404)
        failure.exception.close()
        command = [livefeed.PROGRAM, "--log", self.log, "--inspector", "--host", "0.0.0.0", "--port", "0"]
        refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("--host must be this machine's own", refused.stderr)
        self.assertEqual(refused.returncode, 64)
        server = self.serve("--inspector")
        request = urllib.request.Request(server.url + "streams/dump.json", headers={"Host": "evil.example"})
        with self.assertRaises(urllib.error.HTTPError) as failure:
            urllib.request.urlopen(request, timeout=PATIENCE)
        self.assertEqual(failure.exception.code, 421)
        failure.exception.close()


if __name__ == "__main__":
    livefeed.main()
