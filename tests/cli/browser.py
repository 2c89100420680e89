"""A headless Chromium, driven through its debugging pipe: no package is needed."""
import base64
import json
import os
import select
import shutil
import subprocess
import time

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]


def find():
    """The program of FP8C_CHROMIUM, else the first on the path; None where there is none."""
    return os.environ.get("FP8C_CHROMIUM") or next((p for p in map(shutil.which, NAMES) if p), None)


class Browser:
    def __init__(self, program, profile, seconds=60):
        self.deadline = time.monotonic() + seconds
        (to_read, self.to), (self.back, back_write) = os.pipe(), os.pipe()

        def hand_over():  # the pipe's ends are descriptors 3 and 4
            os.dup2(to_read, 13), os.dup2(back_write, 14)
            os.dup2(13, 3), os.dup2(14, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={profile}"],
            preexec_fn=hand_over, pass_fds=(3, 4), close_fds=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read), os.close(back_write)
        self.bytes, self.number, self.events, self.session = b"", 0, [], None

    def __enter__(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *what):
        self.process.kill()
        self.process.wait()
        os.close(self.to), os.close(self.back)

    def message(self):
        while b"\0" not in self.bytes:
            left = self.deadline - time.monotonic()
            assert left > 0 and select.select([self.back], [], [], left)[0], "the browser did not answer in time"
            more = os.read(self.back, 1 << 20)
            assert more, "the browser ended"
            self.bytes += more
        one, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **params):
        self.number += 1
        sent = {"id": self.number, "method": method, "params": params, **({"sessionId": self.session} if self.session else {})}
        data = json.dumps(sent).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            got = self.message()
            if got.get("id") == self.number:
                assert "error" not in got, (method, got["error"])
                return got["result"]
            self.events.append(got)

    def wait(self, method):
        while True:
            for i, e in enumerate(self.events):
                if e.get("method") == method:
                    return self.events.pop(i)
            self.events.append(self.message())

    def open(self, path, width=1280, height=900, scheme="light", media="", mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=f"file://{path}")
        self.wait("Page.loadEventFired")

    def run(self, expression):
        got = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in got, got["exceptionDetails"]
        return got["result"].get("value")

    def key(self, name, code=None):
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        params = {"key": name, "code": name, "windowsVirtualKeyCode": codes[name], **({"text": "\r"} if name == "Enter" else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **params)
        self.call("Input.dispatchKeyEvent", type="keyUp", **params)

    def complaints(self):
        """What the console, the log and the network said that no page should."""
        self.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
        told = [e for e in self.events if e.get("method") == "Runtime.exceptionThrown"]
        told += [e for e in self.events if e.get("method") == "Runtime.consoleAPICalled" and e["params"]["type"] in ("error", "warning", "assert")]
        told += [e for e in self.events if e.get("method") == "Log.entryAdded" and e["params"]["entry"]["level"] in ("error", "warning")]
        told += [e for e in self.events if e.get("method") == "Network.requestWillBeSent" and
                 not e["params"]["request"]["url"].startswith(("file:", "data:"))]
        return told

    def picture(self, path, full=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))

    def paper(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]))
