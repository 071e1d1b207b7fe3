import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { findTestBrowser } from "../../test/support/launch-browser.ts";
import { slow } from "../../test/support/slow.ts";
import { ScreenshotError, type ScreenshotErrorKind } from "./screenshot-error.ts";
import {
  findRunningBrowser,
  groupSize,
  type RunningBrowser,
  serve,
  servePage,
  temporaryFolder,
  waitUntilGone,
  writeProgram,
} from "./screenshot-test-support.ts";
import { defaultScreenshotLimits, type Screenshots, siteRule, takeScreenshots, toSite } from "./take-screenshots.ts";
import type { BrowserProgram } from "./with-browser.ts";

vi.setConfig(slow);

const anyUrl = "http://127.0.0.1/";
let browser: BrowserProgram;

beforeAll(async () => {
  browser = await findTestBrowser();
});

test("all ports of a site's host lead to the site", () => {
  expect(siteRule(toSite("https://docs.example.com/start"))).toBe("MAP docs.example.com docs.example.com:443");
  expect(siteRule(toSite("http://[::1]:4000/"))).toBe("MAP ::1 [::1]:4000");
  expect(siteRule(toSite("http://acme.localhost/"), { host: "127.0.0.1", port: 4000 })).toBe(
    "MAP acme.localhost 127.0.0.1:4000",
  );
});

test.for(["file:///etc/passwd", "javascript:alert(1)", "nowhere", "http://*/", "http://a,b/"])(
  "%s is refused as a page URL",
  (url) => {
    expect(() => toSite(url)).toThrow("page URL");
  },
);

test("the light and the dark screenshot show different colors", async () => {
  const colours = await servePage(`<style>
    html { background: white }
    @media (prefers-color-scheme: dark) { html { background: black } }
  </style>`);
  const white = await servePage(`<html style="background: white">`);
  const black = await servePage(`<html style="background: black">`);
  const { light, dark } = await takeScreenshots({ browser, url: colours.url });
  expect(jpegSize(light)).toEqual({ width: 1280, height: 800 });
  expect(jpegSize(dark)).toEqual({ width: 1280, height: 800 });
  expect(light.equals((await takeScreenshots({ browser, url: white.url })).dark)).toBe(true);
  expect(dark.equals((await takeScreenshots({ browser, url: black.url })).light)).toBe(true);
});

test("inline content of a page is captured", async () => {
  const drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>";
  const image = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const page = await servePage(`<!doctype html><style>
    img { position: fixed; inset: 0; width: 100%; height: 100%; object-fit: cover }
  </style><img src="${image}">`);
  const black = await servePage(`<html style="background: black">`);
  const { light } = await takeScreenshots({ browser, url: page.url });
  expect(light.equals((await takeScreenshots({ browser, url: black.url })).light)).toBe(true);
});

test("a slow font is in the screenshot", async () => {
  const font = readFileSync(
    new URL(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
  );
  const serveText = (display: string, delayMilliseconds: number) =>
    serve((request, response) => {
      if (request.url === "/font.woff2") {
        setTimeout(() => response.setHeader("content-type", "font/woff2").end(font), delayMilliseconds);
        return;
      }
      response.setHeader("content-type", "text/html").end(`<!doctype html><style>
        @font-face { font-family: Own; src: url(/font.woff2); font-display: ${display} }
        p { font: 80px Own, serif }
      </style><p>A page is set in its own font`);
    });
  const late = await serveText("optional", 600);
  const early = await serveText("block", 0);
  const { light } = await takeScreenshots({ browser, url: late.url });
  expect(light.equals((await takeScreenshots({ browser, url: early.url })).light)).toBe(true);
});

test("the second screenshot has no state from the first", async () => {
  const page = await servePage(`<script>
    localStorage.visits = Number(localStorage.visits ?? 0) + 1;
    document.documentElement.style.background = localStorage.visits === "1" ? "white" : "black";
  </script>`);
  const { light, dark } = await takeScreenshots({ browser, url: page.url });
  expect(light.equals(dark)).toBe(true);
});

test("a site whose name doesn't resolve is reached at the address where it is served", async () => {
  const hosts = new Set<string | undefined>();
  const { port } = await serve((request, response) => {
    hosts.add(request.headers.host);
    response.setHeader("content-type", "text/html").end("<p>Here");
  });
  const connectTo = { host: "127.0.0.1", port };
  await takeScreenshots({ browser, url: "http://acme.localhost/", connectTo });
  await takeScreenshots({ browser, url: "http://docs.example.test:4000/guide", connectTo });
  expect([...hosts]).toEqual(["acme.localhost", "docs.example.test:4000"]);
});

test.for([{ isMapped: false }, { isMapped: true }])(
  "a page can reach nothing but its own site (with a mapped host name: $isMapped)",
  async ({ isMapped }) => {
    let connections = 0;
    const other = await serve((_request, response) => response.end());
    other.server.on("connection", () => connections++);
    const calls = await listenForCalls();
    const held: ServerResponse[] = [];
    const asked: (string | undefined)[] = [];
    let isTried = false;
    const site = await serve((request, response) => {
      asked.push(request.url);
      response.setHeader("content-type", "text/html");
      if (request.url === "/") {
        response.end(intrudingPage(other.port, calls.port));
      } else if (request.url === "/redirect") {
        response.writeHead(302, { location: `${other.url}redirected` }).end();
      } else if (request.url === "/held" && !isTried) {
        held.push(response);
      } else {
        isTried = isTried || request.url === "/tried";
        for (const waiting of isTried ? [...held.splice(0), response] : [response]) {
          waiting.end();
        }
      }
    });
    const url = isMapped ? "http://acme.localhost/" : site.url;
    const connectTo = isMapped ? { host: "127.0.0.1", port: site.port } : undefined;
    await takeScreenshots({ browser, url, connectTo });
    expect(isTried).toBe(true);
    expect(asked).not.toContain("/other-port");
    expect(connections).toBe(0);
    expect(calls.packets()).toBe(0);
  },
);

test("dialogs, popups, downloads and service workers are blocked and don't prevent the screenshot", async () => {
  const asked: (string | undefined)[] = [];
  const page = await serve((request, response) => {
    asked.push(request.url);
    if (request.url === "/file") {
      response.setHeader("content-disposition", "attachment").end("bytes");
      return;
    }
    response.setHeader("content-type", "text/html").end(`<a id="file" href="/file" download></a><script>
      alert("Stop"); prompt("Really?"); onbeforeunload = () => "Stay";
      for (let count = 0; count < 20; count++) window.open("/popup");
      navigator.serviceWorker?.register("/worker.js");
      file.click();
    </script>`);
  });
  const { light } = await takeScreenshots({ browser, url: page.url });
  expect(light.length).toBeGreaterThan(0);
  expect(asked).toContain("/");
  expect(asked).not.toContain("/popup");
  expect(asked).not.toContain("/worker.js");
});

test.for([
  ["never answers", undefined],
  ["never ends", "<p>Wait"],
  ["runs in circles", "<script>for (;;);</script>"],
  ["runs in circles once it is loaded", "<script>onload = () => setTimeout(() => { for (;;); })</script>"],
  ["talks without end", "<script>for (;;) alert('And another thing');</script>"],
  ["leads to another site", "<script>location = 'http://elsewhere.example/'</script>"],
] as const)("a page that %s is given up at the time limit, and its browser is stopped", async ([what, html]) => {
  const page = await serve((_request, response) => {
    if (html !== undefined) {
      response.setHeader("content-type", "text/html").write(html);
    }
    if (what !== "never answers" && what !== "never ends") {
      response.end();
    }
  });
  const limits = { ...defaultScreenshotLimits, pageSecondsMax: 2 };
  const taking = takeScreenshots({ browser, url: page.url, limits });
  const [running] = await Promise.all([
    vi.waitUntil(() => findRunningBrowser(page.port), { timeout: 60_000 }),
    expectFailure(taking, "timeout", /not ready within 2 seconds/),
  ]);
  await expectGone(running);
});

test("a page that exceeds its memory limit causes an error", async () => {
  const page = await servePage(`<script>
    const all = [];
    for (let megabytes = 0; megabytes < 1200; megabytes += 8) all.push(new Array(1e6).fill(megabytes + 0.5));
  </script>`);
  await expectFailure(takeScreenshots({ browser, url: page.url }), "page", /crashed/);
});

test("aborting stops the browser", async () => {
  const leaving = new AbortController();
  let running: RunningBrowser | undefined;
  const page = await serve(() => {
    running = findRunningBrowser(page.port);
    leaving.abort();
  });
  await expectFailure(takeScreenshots({ browser, url: page.url, signal: leaving.signal }), "aborted");
  await expectGone(running);
});

test("nothing is started for a caller that has already aborted", async () => {
  const program = { executable: "/nonexistent", variables: {} };
  await expectFailure(takeScreenshots({ browser: program, url: anyUrl, signal: AbortSignal.abort() }), "aborted");
});

test("a killed server leaves no browser running", async () => {
  let running: RunningBrowser | undefined;
  const page = await serve(() => {
    running = findRunningBrowser(page.port);
    child.kill("SIGKILL");
  });
  const module = join(import.meta.dirname, "take-screenshots.ts");
  const script = `import { takeScreenshots } from ${JSON.stringify(module)};
    await takeScreenshots(${JSON.stringify({ browser, url: page.url })});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  const signal = await new Promise((resolve) => child.once("exit", (_code, killedBy) => resolve(killedBy)));
  expect(signal).toBe("SIGKILL");
  await vi.waitUntil(() => running !== undefined, { timeout: 60_000 });
  const { pid, folder } = running as unknown as RunningBrowser;
  await waitUntilGone(pid);
  rmSync(folder, { recursive: true });
});

test("a browser that hangs during startup is killed", async () => {
  const { program, readPid } = hangingBrowser();
  const limits = { ...defaultScreenshotLimits, launchSecondsMax: 5 };
  await expectFailure(takeScreenshots({ browser: program, url: anyUrl, limits }), "timeout", /not start within 5 sec/);
  await waitUntilGone(readPid());
});

test("all screenshots of a page together have a time limit", async () => {
  const { program, readPid } = hangingBrowser();
  const limits = { ...defaultScreenshotLimits, totalSecondsMax: 5, launchSecondsMax: 600 };
  await expectFailure(takeScreenshots({ browser: program, url: anyUrl, limits }), "timeout", /stopped after 5 sec/);
  await waitUntilGone(readPid());
});

test("a caller that aborts immediately doesn't wait for the browser", async () => {
  const { program } = hangingBrowser();
  const limits = { ...defaultScreenshotLimits, totalSecondsMax: 600, launchSecondsMax: 600 };
  const leaving = new AbortController();
  const shooting = takeScreenshots({ browser: program, url: anyUrl, limits, signal: leaving.signal });
  leaving.abort();
  await expectFailure(shooting, "aborted");
});

test("aborting during startup stops the browser", async () => {
  const { program, readPid, hasStarted } = hangingBrowser();
  const leaving = new AbortController();
  const shooting = takeScreenshots({ browser: program, url: anyUrl, signal: leaving.signal });
  const failing = expectFailure(shooting, "aborted");
  await vi.waitUntil(hasStarted, { timeout: 60_000 });
  leaving.abort();
  await failing;
  await waitUntilGone(readPid());
});

test("a browser that cannot start and a page that cannot be loaded are different errors", async () => {
  const folder = temporaryFolder();
  const page = await serve((_request, response) => response.writeHead(404).end("Nothing here"));
  const broken = writeProgram(join(folder, "broken"), "exit 1");
  const missing = { executable: join(folder, "missing"), variables: {} };
  for (const program of [broken, missing]) {
    const error = await expectFailure(takeScreenshots({ browser: program, url: page.url }), "browser");
    expect(error.message).not.toContain(folder);
  }
  await expectFailure(takeScreenshots({ browser, url: page.url }), "page", /status 404/);
  page.server.close();
  page.server.closeAllConnections();
  await expectFailure(takeScreenshots({ browser, url: page.url }), "page", /ERR_CONNECTION_REFUSED/);
});

test("a screenshot with too many bytes is refused", async () => {
  const page = await servePage("<p>Small");
  const limits = { ...defaultScreenshotLimits, imageBytesMax: 100 };
  await expectFailure(takeScreenshots({ browser, url: page.url, limits }), "too-large");
});

test("the browser gets no variables of the server's environment", async () => {
  process.env.LECTERN_SECRET = "inherited";
  onTestFinished(() => {
    delete process.env.LECTERN_SECRET;
  });
  let environment = "";
  const page = await serve((_request, response) => {
    const { pid } = findRunningBrowser(page.port) ?? {};
    environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    response.setHeader("content-type", "text/html").end("<p>Hello");
  });
  await takeScreenshots({ browser, url: page.url });
  expect(environment).toContain("TMPDIR=");
  expect(environment).not.toContain("inherited");
});

async function expectFailure(
  shooting: Promise<Screenshots>,
  kind: ScreenshotErrorKind,
  message = /./,
): Promise<ScreenshotError> {
  const error = await shooting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ScreenshotError);
  expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
  return error as ScreenshotError;
}

async function expectGone(running: RunningBrowser | undefined): Promise<void> {
  expect(running).toBeDefined();
  await waitUntilGone(running?.pid ?? 0);
  expect(existsSync(running?.folder ?? "/")).toBe(false);
}

// Like a browser, the program has a helper, and both ignore SIGTERM.
function hangingBrowser() {
  const folder = temporaryFolder();
  const pidFile = join(folder, "pid");
  const program = writeProgram(
    join(folder, "hanging"),
    `trap '' TERM; sleep 600 & echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; wait`,
  );
  const readPid = () => Number(readFileSync(pidFile, "utf8"));
  return { program, readPid, hasStarted: () => existsSync(pidFile) && groupSize(readPid()) === 2 };
}

/** A page that tries every way to reach other servers before it finishes loading. */
function intrudingPage(otherPort: number, callPort: number): string {
  const other = `127.0.0.1:${otherPort}`;
  return `<link rel="preconnect" href="http://${other}"><link rel="dns-prefetch" href="http://${other}">
    <link rel="prefetch" href="http://${other}/prefetch"><link rel="stylesheet" href="http://${other}/style.css">
    <link rel="icon" href="http://${other}/icon"><script src="http://${other}/script.js"></script>
    <img src="http://${other}/image"><img src="/redirect"><iframe src="http://${other}/frame"></iframe>
    <img src="/held"><script>new Image().src = "http://" + location.hostname + ":4999/other-port"</script>
    <script type="module">
      const settled = (start) => new Promise((resolve) => { try { start(resolve); } catch { resolve(); } });
      const inWorker = "onmessage = () => fetch('http://${other}/worker', { mode: 'no-cors' })" +
        ".catch(() => {}).then(() => postMessage('tried'))";
      navigator.sendBeacon("http://${other}/beacon", "data");
      window.open("http://${other}/popup");
      await Promise.all([
        fetch("http://${other}/fetch", { mode: "no-cors" }).catch(() => {}),
        fetch("/redirect", { mode: "no-cors" }).catch(() => {}),
        settled((done) => { new WebSocket("ws://${other}/socket").onerror = done; }),
        settled((done) => { new EventSource("http://${other}/events").onerror = done; }),
        settled((done) => {
          const worker = new Worker(URL.createObjectURL(new Blob([inWorker])));
          worker.onmessage = worker.onerror = done;
          worker.postMessage("start");
        }),
        settled((done) => {
          const call = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${callPort}" }] });
          call.onicegatheringstatechange = () => call.iceGatheringState === "complete" && done();
          call.createDataChannel("data");
          call.createOffer().then((offer) => call.setLocalDescription(offer));
        }),
      ]);
      await fetch("/tried");
    </script>`;
}

async function listenForCalls(): Promise<{ port: number; packets: () => number }> {
  const socket = createSocket("udp4");
  let packets = 0;
  socket.on("message", () => packets++);
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    socket.close();
  });
  return { port: socket.address().port, packets: () => packets };
}

function jpegSize(image: Buffer): { width: number; height: number } {
  let offset = 2;
  // The segment at the start of a frame contains the size.
  while (![0xc0, 0xc2].includes(image.readUInt8(offset + 1))) {
    offset += 2 + image.readUInt16BE(offset + 2);
  }
  return { height: image.readUInt16BE(offset + 5), width: image.readUInt16BE(offset + 7) };
}
