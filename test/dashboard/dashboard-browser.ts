import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { RunningLectern } from "../cli/lectern.ts";
import { createStorage } from "../support/database.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";

const startMilliseconds = 500_000;

/** A freshly started server and a browser. */
export interface Dashboard {
  url: string;
  /** The process of the server, whose child is the worker. */
  pid: number;
  /** The link to the first account. */
  ownerLink: string;
  browser: Browser;
  dataFolder: string;
  /** Kills the server as a power failure would, and starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates an organization first; otherwise the server would publish its own documentation as a sample, which takes
 * long.
 */
export async function openDashboard(): Promise<Dashboard> {
  const storage = await createStorage("sqlite");
  const settings = { LECTERN_LOG_LEVEL: "fatal", LECTERN_SHUTDOWN_SECONDS: "0" };
  const TMPDIR = makeTemporaryFolder(storage.dataFolder);
  const variables = { PORT: "0", LECTERN_DATA: storage.dataFolder, TMPDIR, ...settings };
  await new RunningLectern(variables, ["org", "create", "--name", "Acme"]).ended;
  let lectern = new RunningLectern(variables, ["start"]);
  const browser = await launchBrowser();
  await vi.waitFor(() => expect(lectern.url, lectern.stderr).not.toBe(""), {
    timeout: startMilliseconds,
    interval: 50,
  });
  const { origin, port } = new URL(lectern.url);
  // The server itself shows the link to a terminal only.
  const command = new RunningLectern({ ...variables, PORT: port }, ["account", "link"]);
  await command.ended;
  const ownerLink = /http:\/\/\S+\/dashboard\/join#\S+/.exec(command.stdout)?.[0] ?? "";
  expect(ownerLink, command.stderr).not.toBe("");
  return {
    url: origin,
    pid: lectern.process.pid ?? 0,
    ownerLink,
    browser,
    dataFolder: storage.dataFolder,
    async restart() {
      lectern.process.kill("SIGKILL");
      await lectern.ended;
      lectern = new RunningLectern({ ...variables, PORT: port }, ["start"]);
      await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), {
        timeout: startMilliseconds,
        interval: 50,
      });
    },
    async close() {
      await browser.close();
      await lectern.stop();
      await storage.remove();
    },
  };
}

/** A file blocks the path where the bundled browser would be unpacked, so no time is spent on unneeded screenshots. */
function makeTemporaryFolder(parent: string): string {
  const folder = join(parent, "temporary");
  mkdirSync(folder);
  writeFileSync(join(folder, `lectern-chromium-${process.getuid?.()}`), "");
  return folder;
}

/** Collects policy violations and uncaught errors. */
function watchPage(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const isRefusal = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !isRefusal) {
      faults.push(`${page.url()}: ${message.text()}`);
    }
  });
  return faults;
}

export async function newPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  return { page, faults: watchPage(page) };
}
