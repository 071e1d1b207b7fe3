import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { UnsentEdits, UnsentStore } from "../../web/dashboard/editor/live/unsent-store.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

declare global {
  var store: UnsentStore;
}

const source = readFileSync(join(import.meta.dirname, "../../web/dashboard/editor/live/browser-store.ts"), "utf8");
const script = `${stripTypeScriptTypes(source).replace("export function", "function")}\nglobalThis.store = browserStore();`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test("unsent edits survive a reload, and removing them keeps newer edits of another tab", async () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<script type="module">${script}</script>`);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const page = await browser.newPage();
  const open = async () => {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => globalThis.store !== undefined);
  };
  const put = (key: string, draftId: string, at: number) =>
    page.evaluate((edits) => globalThis.store.put({ ...edits, update: Uint8Array.of(1, 2, 3) }), {
      key,
      draftId,
      path: "start.mdx",
      epoch: "e",
      base: "",
      text: "Hello",
      at,
    } satisfies Omit<UnsentEdits, "update">);
  const list = (draftId: string) =>
    page.evaluate(
      async (id) => (await globalThis.store.list(id)).map(({ key, at, update }) => [key, at, [...update]]),
      draftId,
    );
  await open();
  await put("drf_a/1", "drf_a", 1);
  await put("drf_a/2", "drf_a", 2);
  await put("drf_b/1", "drf_b", 3);
  await open();
  expect(await list("drf_a")).toEqual([
    ["drf_a/1", 1, [1, 2, 3]],
    ["drf_a/2", 2, [1, 2, 3]],
  ]);
  // Another tab has written more in the meantime.
  await put("drf_a/1", "drf_a", 5);
  await page.evaluate(async () => {
    await globalThis.store.remove({ key: "drf_a/1", at: 1 });
    await globalThis.store.remove({ key: "drf_a/2", at: 2 });
  });
  expect(await list("drf_a")).toEqual([["drf_a/1", 5, [1, 2, 3]]]);
  expect(await list("drf_b")).toHaveLength(1);
});
