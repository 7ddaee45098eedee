"""A headless Chromium, driven through chromedriver's HTTP interface with Python's standard library alone.

Every request has a time limit, and leaving the `with` block ends chromedriver and all that it has started.
"""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

PATIENCE = 20  # seconds, for anything that is waited for
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element's id, by the standard


def wait_until(what, condition, seconds=PATIENCE):
    """Returns what `condition` returns as soon as that is true; fails with `what` if it does not become true in time."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.05)


def end_group(process):
    """Ends a process that leads a group, and all of the group."""
    for number, seconds in ((signal.SIGTERM, 3), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
        try:
            process.wait(seconds)
            # What it has started may have outlived it.
            if number == signal.SIGTERM:
                continue
        except subprocess.TimeoutExpired:
            continue


class Browser:
    """One window of a browser with a profile of its own, which is removed afterwards."""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="livefeed-browser-")
        self.session = None
        self.driver = subprocess.Popen(
            [os.environ.get("CHROMEDRIVER", "chromedriver"), "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )
        try:
            self.base = f"http://127.0.0.1:{self._port()}"
            self._open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            if self.session:
                self._ask("DELETE", "", limit=5)
        except OSError:
            pass
        finally:
            end_group(self.driver)
            shutil.rmtree(self.profile, ignore_errors=True)

    def _port(self):
        # It says so in its first lines, or ends.
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found[1])
        raise AssertionError("chromedriver has not started")

    def _open(self):
        arguments = ["--headless=new", "--disable-gpu", "--no-first-run", f"--user-data-dir={self.profile}"]
        arguments += ["--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1280,860"]
        # Chromium refuses to run as root with its sandbox; this one sees nothing but the test's own server.
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        options = {"args": arguments}
        if "CHROMIUM" in os.environ:
            options["binary"] = os.environ["CHROMIUM"]
        always = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        request = {"capabilities": {"alwaysMatch": always}}
        self.session = self._send("POST", f"{self.base}/session", request, PATIENCE)["sessionId"]

    def _send(self, method, url, body, limit):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=limit) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{url}: {json.load(error)['value']['message']}") from None

    def _ask(self, method, path, body=None, limit=PATIENCE):
        return self._send(method, f"{self.base}/session/{self.session}{path}", body, limit)

    def open(self, url):
        self._ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """What the script, the body of a function, returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, text):
        """Types into whatever has the focus. \ue003 is Backspace, \ue004 Tab, \ue00c Escape."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def click(self, selector):
        element = self._ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self._ask("POST", f"/element/{element}/click", {})

    def console(self):
        """What has been written to the console since the last call, with what the browser itself says there."""
        return self._ask("POST", "/se/log", {"type": "browser"})

    def command(self, name, **parameters):
        """What a command of Chromium's own protocol returns."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def emulate(self, width=1280, height=860, scheme="light", motion="no-preference"):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        self.command(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()]
        )

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))
