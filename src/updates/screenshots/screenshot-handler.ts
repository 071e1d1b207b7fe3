import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Log } from "../../platform/log.ts";
import type { JobHandler } from "../../platform/queue/handler.ts";
import { type FoundBrowser, findBrowser } from "../../screenshot/find-browser.ts";
import { ScreenshotError } from "../../screenshot/screenshot-error.ts";
import { takeScreenshots } from "../../screenshot/take-screenshots.ts";
import { appendLog } from "../log-store.ts";
import { findUpdate, recordScreenshots } from "../store.ts";
import { storeScreenshots } from "./screenshot-objects.ts";

export interface ScreenshotDeps {
  database: Database;
  clock: Clock;
  log: Log;
  objects: ObjectStore;
  /** The public address of this server, where the images are fetched from. */
  url: string;
  siteUrl(subdomain: string): string;
  /** Where this server really listens, when the names of sites lead nowhere outside a browser. */
  connectTo: { host: string; port: number } | undefined;
}

/** The last step, after publishing: whatever becomes of it, the site is published. */
export function screenshotHandler(deps: ScreenshotDeps): JobHandler {
  let searching: Promise<FoundBrowser | undefined> | undefined;
  const browserOf = () => {
    searching ??= findBrowser({
      onPassedOver: (name, error) => deps.log.warn({ name, error }, "a browser cannot be used"),
    });
    return searching;
  };
  return {
    attemptsMax: 2,
    run: async ({ payload, signal }) => screenshotPages(deps, await browserOf(), String(payload.updateId), signal),
    giveUp: async () => {},
  };
}

async function screenshotPages(
  deps: ScreenshotDeps,
  browser: FoundBrowser | undefined,
  updateId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, objects, url, connectTo } = deps;
  const update = await findUpdate(database.query, updateId);
  if (update === undefined) {
    return;
  }
  const say = (line: string) =>
    database.transaction((tx) => appendLog(tx, updateId, [`screenshot-pages: ${line}`], clock.now()));
  if (browser === undefined) {
    await say("skipped, because no browser was found; lectern doctor tells more");
    return;
  }
  const began = performance.now();
  try {
    const images = await takeScreenshots({ browser, url: deps.siteUrl(update.subdomain), connectTo, signal });
    await storeScreenshots(objects, update.projectId, updateId, images, signal);
  } catch (error) {
    if (error instanceof ScreenshotError && error.kind !== "aborted") {
      await say(`skipped: ${error.message}`);
      return;
    }
    throw error;
  }
  const address = (scheme: string) => `${url}/screenshots/${updateId}/${scheme}.jpg`;
  await database.transaction(async (tx) => {
    await recordScreenshots(tx, updateId, address("light"), address("dark"), clock.now());
    const milliseconds = Math.round(performance.now() - began);
    await appendLog(
      tx,
      updateId,
      [`screenshot-pages: the home page in light and dark (${milliseconds} ms)`],
      clock.now(),
    );
  });
}
