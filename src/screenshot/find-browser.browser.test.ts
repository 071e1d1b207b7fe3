import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { launchSecondsMax } from "../../test/support/launch-browser.ts";
import { hasChromiumPackage } from "./browser-advice.ts";
import { type FoundBrowser, findBrowser } from "./find-browser.ts";
import type { ScreenshotError } from "./screenshot-error.ts";
import { temporaryFolder, writeProgram } from "./screenshot-test-support.ts";

let installed: FoundBrowser;
const hasBundled = hasChromiumPackage();

beforeAll(async () => {
  const reasons: string[] = [];
  const onPassedOver = (_name: string, { message }: ScreenshotError) => reasons.push(message);
  const found = await findBrowser({ ...(hasBundled ? { folders: [] } : {}), launchSecondsMax, onPassedOver });
  if (found === undefined) {
    throw new Error(`These tests need a browser. ${reasons.join(" ")}`);
  }
  installed = found;
});

test.runIf(hasBundled)("the bundled browser is found if the system has none", () => {
  expect(installed).toMatchObject({ name: "@sparticuz/chromium", version: expect.stringMatching(/^\d+\.\d+/) });
});

test("the system's browser is preferred, and a browser that doesn't start is skipped", async () => {
  const [broken, working] = [temporaryFolder(), temporaryFolder()];
  writeProgram(join(broken, "chromium"), "exit 1");
  installBrowser(working, "google-chrome");
  const passedOver: string[] = [];
  const found = await findBrowser({
    folders: [broken, working],
    launchSecondsMax,
    onPassedOver: (name) => passedOver.push(name),
  });
  expect(found).toMatchObject({ name: join(working, "google-chrome"), version: installed.version });
  expect(passedOver).toEqual([join(broken, "chromium")]);
});

test.runIf(hasBundled)("without any browser nothing is returned, and the reason is reported", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const errors: ScreenshotError[] = [];
  const found = await findBrowser({
    folders: [join(folder, "nowhere")],
    unpackFolder: join(folder, "file", "chromium"),
    onPassedOver: (_name, error) => errors.push(error),
  });
  expect(found).toBeUndefined();
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("cannot be unpacked")]);
});

test("nothing is run from a folder that others can write to", async () => {
  const unpackFolder = temporaryFolder();
  chmodSync(unpackFolder, 0o777);
  expect(await findBrowser({ folders: [], unpackFolder })).toBeUndefined();
});

test.runIf(hasBundled)("aborting while a browser is unpacked leaves nothing behind", async () => {
  const unpackFolder = temporaryFolder();
  const leaving = new AbortController();
  const finding = findBrowser({ folders: [], unpackFolder, signal: leaving.signal });
  const failing = expect(finding).rejects.toMatchObject({ kind: "aborted" });
  const isUnpacking = () => readdirSync(unpackFolder).some((name) => readdirSync(join(unpackFolder, name)).length > 0);
  await vi.waitUntil(isUnpacking, { timeout: 60_000 });
  leaving.abort();
  await failing;
  expect(readdirSync(unpackFolder)).toEqual([]);
});

// Installs a program with that name in a system folder. It runs the browser that was found.
function installBrowser(folder: string, name: string): void {
  const variables = Object.entries(installed.variables).map(([variable, value]) => `export ${variable}='${value}'`);
  writeProgram(join(folder, name), [...variables, `exec '${installed.executable}' "$@"`].join("\n"));
}
