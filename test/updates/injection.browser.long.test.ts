import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { publishArtifact } from "../../src/platform/artifacts/publish-artifact.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { withBrowser } from "../../src/screenshot/with-browser.ts";
import { injectionProject, payloads } from "../site/injection-project.ts";
import { never } from "../support/artifact-store.ts";
import { findTestBrowser, launchSecondsMax, stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

const ran = "A script of an author ran.";
const browserSeconds = 3_600;

let lectern: Publisher;
let browser: Browser;
let closeBrowser: () => Promise<void>;

beforeAll(async () => {
  // With author code on, scripts of a project are supposed to run.
  lectern = await startPublisher("sqlite", "folder", { LECTERN_AUTHOR_CODE: "off" });
  const opened = Promise.withResolvers<Browser>();
  const done = Promise.withResolvers<void>();
  const program = await findTestBrowser();
  const run = {
    program,
    hostRules: [`MAP *.localhost 127.0.0.1:${lectern.port}`],
    launchSecondsMax,
    totalSecondsMax: browserSeconds,
  };
  const running = withBrowser(run, async (started) => {
    opened.resolve(started);
    await done.promise;
  });
  running.catch(opened.reject);
  browser = await opened.promise;
  closeBrowser = async () => {
    done.resolve();
    await running;
  };
}, browserSeconds * 1_000);
afterAll(async () => {
  await closeBrowser();
  await lectern.close();
});

interface Visit {
  /** Authors' scripts that ran. */
  ran: string[];
  /** The browser's reports about the content security policy. */
  refused: string[];
  /** Lectern's own scripts that were loaded. */
  ownScripts: string[];
  status: number | undefined;
}

/** Opens a page as a visitor would, and interacts with everything on it. */
async function visit(address: string): Promise<Visit> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  const seen: Visit = { ran: [], refused: [], ownScripts: [], status: undefined };
  page.on("dialog", async (dialog) => {
    seen.ran.push(`${address}: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().includes(ran)) {
      seen.ran.push(`${address}: ${message.text()}`);
    } else if (/Content Security Policy|Blocked script execution/i.test(message.text())) {
      seen.refused.push(message.text());
    }
  });
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/_lectern/") && pathname.endsWith(".js") && response.ok()) {
      seen.ownScripts.push(pathname);
    }
  });
  await hearAlerts(page);
  try {
    const response = await page.goto(address, { waitUntil: "load" });
    seen.status = response?.status();
    // A file other than a page is sandboxed, and its document has no frames to wait for.
    if (response?.headers()["content-type"]?.startsWith("text/html")) {
      await touchEverything(page);
    }
  } finally {
    await page.close();
  }
  return seen;
}

/** A sandboxed page cannot show dialogs, so the payloads' alert is detected in another way. */
async function hearAlerts(page: Page): Promise<void> {
  await page.addInitScript((words) => {
    // biome-ignore lint/suspicious/noConsole: it is the console of the page, which the test listens to.
    window.alert = () => console.log(words);
  }, ran);
}

async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>("*")) {
      for (const kind of ["mouseover", "mouseenter", "focus", "error", "load", "toggle"]) {
        element.dispatchEvent(new Event(kind, { bubbles: true }));
      }
      element.focus?.();
      const target = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
      if (/^\s*(?:java|vb|data)/i.test(target)) {
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      }
    }
  });
  // After two more frames, everything that the scripts queued has run.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

describe("an author's text that tries to be a script never runs on the published site", () => {
  test.each(payloads.map((payload, index) => [payload, index] as const))(
    "the text %j never runs as a script on the published site",
    async (payload, index) => {
      const domain = `payload-${index}`;
      const { first } = await lectern.publish(domain, injectionProject(payload));
      expect([first.status, first.summary]).toEqual(["success", expect.stringContaining("Published")]);
      for (const path of [
        "/",
        "/plain",
        "/broken",
        `/${encodeURIComponent("na'me & <b>")}`,
        "/drawing.svg",
        "/nowhere",
      ]) {
        const seen = await visit(`http://${domain}.localhost:${lectern.port}${path}`);
        expect([path, seen.ran]).toEqual([path, []]);
        if (path !== "/drawing.svg") {
          // The visit may also load a third script, for search and questions.
          expect(seen.ownScripts.length, path).toBeGreaterThanOrEqual(2);
          expect(seen.refused.filter((line) => line.includes("_lectern"))).toEqual([]);
        }
      }
    },
  );
});

describe("even a page that contains a script cannot run it", () => {
  const html = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;
  const svg = (inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`;
  const holes: [string, string, string][] = [
    ["an inline script", "text/html", html("<script>alert(1)</script>")],
    ["an event handler", "text/html", html('<img src="x" onerror="alert(1)"><svg onload="alert(1)"></svg>')],
    ["a link with a javascript: address", "text/html", html('<a href="javascript:alert(1)">x</a>')],
    ["a script file of the author", "text/html", html('<script src="/program.js"></script>')],
    ["a module of the author", "text/html", html('<script type="module" src="/program.js"></script>')],
    ["a script of another host", "text/html", html('<script src="http://other.localhost/program.js"></script>')],
    ["a script in a data: address", "text/html", html('<script src="data:text/javascript,alert(1)"></script>')],
    ["a frame with a script", "text/html", html('<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>')],
    ["another base", "text/html", html('<base href="http://other.localhost/"><script src="/program.js"></script>')],
    ["an object", "text/html", html('<object data="/drawing.svg"></object><embed src="/drawing.svg">')],
    ["a drawing with a script", "image/svg+xml", svg("<script>alert(1)</script>")],
    [
      "a drawing with a handler",
      "image/svg+xml",
      svg('<circle r="9" onload="alert(1)"/><animate onbegin="alert(1)" attributeName="x" dur="1s"/>'),
    ],
    [
      "a drawing with a page in it",
      "image/svg+xml",
      svg(
        '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;"/></foreignObject>',
      ),
    ],
    ["an XML page", "application/xml", '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
    ["text that looks like a page", "text/plain", html("<script>alert(1)</script>")],
  ];

  test.each(holes)("a page that contains %s cannot run it", async (_what, type, text) => {
    const { project } = await holesProject();
    const file = (path: string, fileType: string, content: string) => ({
      path,
      type: fileType,
      bytes: Buffer.from(content),
    });
    const files = [
      file("hole", `${type}; charset=utf-8`, text),
      file("program.js", "text/javascript; charset=utf-8", "alert(1)"),
      file("drawing.svg", "image/svg+xml", svg("<script>alert(1)</script>")),
    ];
    const extra = { redirects: [], notFound: "404.html" };
    const request = { namespace: project.id, files, filesMax: 10, bytesMax: 100_000, extra };
    const { digest } = await publishArtifact(lectern.app.objects, request, never);
    await lectern.app.database.transaction((tx) =>
      pointSite(tx, {
        subdomain: project.domain,
        projectId: project.id,
        branch: project.branch,
        updateId: "upd_hole",
        artifact: digest,
        commitSha: null,
        publishedAt: Date.now(),
      }),
    );
    const seen = await visit(`http://${project.domain}.localhost:${lectern.port}/hole`);
    expect([seen.status, seen.ran]).toEqual([200, []]);
  });

  let made: ReturnType<Publisher["createProject"]> | undefined;
  function holesProject() {
    made ??= lectern.createProject("holes", smallProject).then(async (hosted) => {
      await lectern.ended(hosted.firstUpdate);
      return hosted;
    });
    return made;
  }
});

test("without a content security policy the same scripts run, which shows that these tests can fail", async () => {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  await hearAlerts(page);
  await page.route("**/*", (route) =>
    route.fulfill({ contentType: "text/html", body: "<script>alert(1)</script><img src=x onerror=alert(1)>" }),
  );
  await page.goto(`http://open.localhost:${lectern.port}/`);
  await touchEverything(page);
  expect(heard.filter((words) => words === ran).length).toBeGreaterThanOrEqual(2);
  await page.close();
});
