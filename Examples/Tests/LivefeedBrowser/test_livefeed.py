#!/usr/bin/env python3
"""Tests livefeed's page in a real browser, headless.

    test_livefeed.py LIVEFEED SCREENSHOTS    the built program, and the folder for pictures of the page
"""
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from webdriver import Browser, PATIENCE, end_group, wait_until

WHOLE_RUN = 110  # seconds
PROGRAM = pathlib.Path("livefeed")
SCREENSHOTS = pathlib.Path(".")


class Server:
    """A livefeed of a test's own."""

    def __init__(self, log, port=0, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, "--log", log, "--port", str(port), *arguments],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )
        # Its first line comes as soon as it listens, or it ends.
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.end()
            raise AssertionError(f"livefeed has not started: {line}")
        self.url = line.split()[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        """Stops it as an operator does, and returns what it says."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return self.process.stdout.read()

    def end(self):
        end_group(self.process)
        self.process.stdout.close()


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="livefeed-")
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "app.log"
        self.log.write_text("INFO an old line\n")
        self.browser.emulate()
        # What was before is none of this test's business.
        self.browser.console()

    def serve(self, port=0, *arguments):
        server = Server(self.log, port, *arguments)
        self.addCleanup(server.end)
        return server

    def show(self, query=""):
        server = self.serve()
        self.browser.open(server.url + query)
        self.wait_for_state("live")
        return server

    def append(self, *lines):
        with self.log.open("a") as log:
            log.writelines(line + "\n" for line in lines)

    def lines(self):
        return self.browser.run("return [...document.querySelectorAll('#lines .text')].map((e) => e.textContent)")

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0]).textContent", selector)

    def wait_for_lines(self, *lines):
        wait_until(lambda: f"{self.lines()} instead of {list(lines)}", lambda: self.lines() == list(lines))

    def wait_for_state(self, state):
        script = "return document.querySelector('#state').dataset.state"
        wait_until(lambda: f"{self.browser.run(script)} instead of {state}", lambda: self.browser.run(script) == state)

    def assert_quiet_console(self, but=()):
        messages = [entry["message"] for entry in self.browser.console()]
        self.assertEqual([message for message in messages if not any(text in message for text in but)], [])

    # What has come

    def test_appended_lines_appear(self):
        self.show()
        self.wait_for_lines("INFO an old line")
        self.append("ERROR one", "two")
        self.wait_for_lines("INFO an old line", "ERROR one", "two")
        times = self.browser.run("return [...document.querySelectorAll('#lines time')].map((e) => e.textContent)")
        self.assertEqual(times[0], "before")
        self.assertRegex(times[1], r"^\d\d:\d\d:\d\d$")
        self.assertIn("app.log", self.browser.run("return document.title"))
        self.assert_quiet_console()

    def test_a_line_is_text_whatever_is_in_it(self):
        self.show("?filter=img")
        line = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script> \\u0041 &amp; \u202e é 🦀"
        self.append(line)
        self.wait_for_lines(line)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#lines img, #lines script').length"), 0)
        self.assertNotEqual(self.browser.run("return document.title"), "run")
        self.assert_quiet_console()

    def test_no_script_but_the_pages_own_is_run(self):
        self.show()
        with self.assertRaisesRegex(AssertionError, "Trusted"):
            self.browser.run("document.body.innerHTML = '<b>markup</b>'")
        inline = "const link = document.createElement('a'); link.href = \"javascript:document.title='run'\";"
        self.browser.run(inline + "document.body.append(link); link.click()")
        wait_until("nothing is said of it", lambda: any("Content Security" in e["message"] for e in self.browser.console()))
        self.assertNotEqual(self.browser.run("return document.title"), "run")

    def test_the_rates_and_the_severities_move(self):
        self.show()
        wait_until("no total has come", lambda: self.browser.run("return samples.length") > 0)
        self.append("ERROR a", "WARN b", "WARN c", "nothing")
        wait_until("the counts are others", lambda: self.counts() == ["1", "2", "0", "0", "1"])
        self.assertIn("at most", self.browser.run("return document.querySelector('#chart').ariaLabel"))
        wait_until("no rate", lambda: float(self.text("#peak")) > 0)
        pixels = "const c = document.querySelector('#chart'); return new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size"
        self.assertGreater(self.browser.run(pixels), 3)
        self.assert_quiet_console()

    def counts(self):
        return self.browser.run("return [...document.querySelectorAll('#severities .count')].map((e) => e.textContent)")

    # The filter

    def test_the_filter_filters(self):
        self.show()
        self.append("INFO timeout of a", "INFO retry after timeout of b", "ERROR disk full")
        wait_until("the lines have not come", lambda: len(self.lines()) == 4)
        self.browser.press("/TIMEOUT -retry")
        self.wait_for_lines("INFO timeout of a")
        self.append("INFO Timeout of c", "INFO no such word", "retry timeout")
        self.wait_for_lines("INFO timeout of a", "INFO Timeout of c")
        self.assertEqual(self.text("#lines li:last-child mark"), "Timeout")
        self.assertIn("filter=TIMEOUT%20-retry", self.browser.run("return location.href"))
        self.browser.press("\ue00c")
        wait_until("Escape has not cleared the filter", lambda: len(self.lines()) == 7)
        self.browser.run("const e = document.querySelector('#least'); e.value = 'error'; e.dispatchEvent(new Event('change'))")
        self.wait_for_lines("ERROR disk full")
        self.assert_quiet_console()

    def test_a_filter_that_the_server_would_refuse_is_not_sent(self):
        self.show()
        self.browser.press("/a b c d e f g h i")
        wait_until("no note", lambda: "at most 8 words" in self.text("#note"))
        self.wait_for_state("live")
        self.assert_quiet_console()

    # The keyboard

    def test_all_can_be_done_with_keys(self):
        self.show()
        self.wait_for_lines("INFO an old line")
        self.browser.run("document.activeElement.blur()")
        self.browser.press("p")
        self.wait_for_state("paused")
        self.append("while paused")
        wait_until("what waits is not said", lambda: "1 new" in self.text("#pause"))
        self.assertEqual(self.lines(), ["INFO an old line"])
        self.browser.press("p")
        self.wait_for_lines("INFO an old line", "while paused")
        seen = []
        for _ in range(6):
            self.browser.press("\ue004")
            seen.append(self.browser.run(
                "const e = document.activeElement; const s = getComputedStyle(e);"
                "return [e.id || e.className || e.textContent, s.outlineStyle === 'solid' && parseFloat(s.outlineWidth) >= 2]"
            ))
        self.assertEqual(seen, [[name, True] for name in ("skip", "filter", "least", "pause", "lines", "Metrics")])
        self.assert_quiet_console()

    def test_who_reads_older_lines_is_left_there(self):
        self.show()
        self.append(*(f"line {number}" for number in range(150)))
        wait_until("the lines have not come", lambda: len(self.lines()) == 151)
        self.browser.run("document.querySelector('#lines').scrollTop = 0")
        self.append("newest")
        wait_until("no button", lambda: self.browser.run("return !document.querySelector('#newest').hidden"))
        self.assertEqual(self.browser.run("return document.querySelector('#lines').scrollTop"), 0)
        self.browser.press("g")
        self.assertTrue(self.browser.run("return isAtEnd() && document.querySelector('#newest').hidden"))

    # The connection

    def test_a_restarted_server_is_found_again(self):
        server = self.show()
        self.append("before")
        self.wait_for_lines("INFO an old line", "before")
        said = server.stop()
        self.assertIn("streams left: 0", said)
        self.wait_for_state("lost")
        self.assertRegex(self.text("#state-text"), r"next try in \d+ s")
        self.serve(server.port)
        self.append("after")
        # Each line once, although the new server sends the old ones again.
        self.wait_for_lines("INFO an old line", "before", "after")
        self.wait_for_state("live")
        self.assert_quiet_console(but=["ERR_CONNECTION_REFUSED"])

    def test_the_wait_before_a_try_grows_and_can_be_cut_short(self):
        # A port that nobody else gets meanwhile, with nobody behind it.
        server = self.show()
        server.stop()
        tries = []
        wait = "return Number(document.querySelector('#state-text').textContent.match(/in (\\d+) s/)?.[1] ?? 0)"
        for _ in range(3):
            tries.append(wait_until("no wait", lambda: self.browser.run(wait)))
            self.browser.click("#retry")
            time.sleep(0.1)
        self.assertEqual(tries, sorted(tries))
        self.assertGreater(tries[2], tries[0])
        self.serve(server.port)
        self.browser.click("#retry")
        self.wait_for_state("live")
        self.assert_quiet_console(but=["ERR_CONNECTION_REFUSED"])

    # The looks

    def test_nothing_moves_for_those_who_want_that(self):
        self.show()
        script = "return getComputedStyle(document.querySelector('#severities .bar span')).transitionDuration"
        self.assertNotEqual(self.browser.run(script), "0s")
        self.browser.emulate(motion="reduce")
        self.assertEqual(self.browser.run(script), "0s")

    def test_no_width_needs_scrolling_sideways(self):
        self.show()
        self.append("ERROR " + "x" * 3_000)
        wait_until("the line has not come", lambda: len(self.lines()) == 2)
        for width in (320, 390, 700, 1024, 1600):
            self.browser.emulate(width=width)
            self.assertEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_pictures(self):
        self.log.write_text("")
        self.show()
        self.append(*sample_lines(90))
        wait_until("the lines have not come", lambda: len(self.lines()) == 90)
        # Two minutes in a moment.
        self.browser.run(
            "const now = Date.now() - 1000; const counts = {}; samples = [];"
            "arguments[0].forEach((rates, index) => {"
            "  severities.forEach((name, at) => counts[name] = (counts[name] ?? 0) + rates[at]);"
            "  samples.push({ time: now - (arguments[0].length - 1 - index) * 1000, counts: { ...counts } });"
            "}); showRates()",
            list(sample_rates()),
        )
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for name, width, height in (("wide", 1280, 860), ("narrow", 390, 844)):
                self.browser.emulate(width, height, scheme, "reduce")
                self.browser.run("document.activeElement.blur(); goToNewest()")
                time.sleep(0.3)  # two frames, for what the resizing draws
                path = SCREENSHOTS / f"{scheme}-{name}.png"
                self.browser.screenshot(path)
                self.assertGreater(path.stat().st_size, 20_000)
        self.assert_quiet_console()


def sample_lines(count):
    shapes = [
        ("INFO", "request GET /orders/{} finished in {} ms"),
        ("INFO", "request POST /carts/{} finished in {} ms"),
        ("DEBUG", "cache hit for customer {} ({} entries)"),
        ("WARN", "slow query: orders by customer {}, {} ms"),
        ("ERROR", "payment {} failed: timeout after {} ms"),
        ("", "worker {} took {} jobs"),
    ]
    chance = random.Random(7)
    for number in range(count):
        level, text = chance.choices(shapes, weights=[9, 5, 5, 3, 2, 2])[0]
        text = text.format(chance.randrange(10_000), chance.randrange(2_000))
        yield f"2026-11-24T10:{number // 60:02}:{number % 60:02}Z {level} {text}".replace("  ", " ")


def sample_rates():
    chance = random.Random(3)
    for second in range(121):
        wave = 1 + (60 <= second < 75) * 1.5
        yield [int(wave * chance.random() * most) for most in (3 if 60 <= second < 75 else 1.4, 4, 22, 9, 4)]


def ended(*_):
    # Runs all that was to be cleaned up.
    sys.exit("the tests were ended, or took too long")


if __name__ == "__main__":
    PROGRAM, SCREENSHOTS = map(pathlib.Path, sys.argv[1:3])
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, ended)
    signal.alarm(WHOLE_RUN)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
