import type { Connection } from "../../platform/db/database.ts";
import { type JobHandler, RetryLater } from "../../platform/queue/handler.ts";
import type { Services } from "../../platform/services.ts";
import { withShortSession } from "../../readers/short-session.ts";
import { browserAdvice } from "../../screenshot/browser-advice.ts";
import type { FoundBrowser } from "../../screenshot/find-browser.ts";
import { ScreenshotError } from "../../screenshot/screenshot-error.ts";
import { takeScreenshots } from "../../screenshot/take-screenshots.ts";
import { appendLog } from "../log-store.ts";
import { addStoredBytes } from "../storage-store.ts";
import { findUpdate, recordScreenshots } from "../store.ts";
import type { Update } from "../update.ts";
import { keepBrowser } from "./kept-browser.ts";
import { storeScreenshots } from "./screenshot-objects.ts";

interface ScreenshotDeps extends Pick<Services, "clock" | "database" | "log" | "objects"> {
  /** The public address of this server, where the images are fetched from. */
  url: string;
  siteUrl(subdomain: string): string;
  /** Where to connect if the names of the sites cannot be resolved. */
  connectTo: { host: string; port?: number } | undefined;
}

const attemptsMax = 5;
const serverIsDown = /status 50[234]/;

/** Runs after publishing; its failure doesn't affect the site. */
export function screenshotHandler(deps: ScreenshotDeps): JobHandler {
  const { database, clock, log } = deps;
  const browser = keepBrowser(log);
  const writeLine = (tx: Connection, updateId: string, line: string) =>
    appendLog(tx, updateId, [`screenshot-pages: ${line}`], clock.now());
  return {
    attemptsMax,
    async run({ payload, signal, attempt }) {
      const update = await findUpdate(database.query, String(payload.updateId));
      if (update === undefined) {
        return;
      }
      try {
        const found = await browser.get();
        if (found === undefined) {
          await database.transaction((tx) =>
            writeLine(tx, update.id, `skipped because no browser was found; ${browserAdvice()}`),
          );
        } else {
          await screenshotPages(deps, found, update, signal);
        }
      } catch (error) {
        if (!(error instanceof ScreenshotError) || error.kind === "aborted") {
          throw error;
        }
        if (error.kind === "browser") {
          browser.forget();
        }
        if (serverIsDown.test(error.message)) {
          throw new RetryLater("The server that shows the site is unavailable.", { cause: error });
        }
        // A busy machine or a restarting server may recover; an image that is too large won't get smaller.
        if (attempt < attemptsMax && error.kind !== "too-large") {
          throw error;
        }
        await database.transaction((tx) => writeLine(tx, update.id, `skipped: ${error.message}`));
      }
    },
    giveUp: async (tx, { payload }, reason) => {
      if ((await findUpdate(tx, String(payload.updateId))) !== undefined) {
        await writeLine(tx, String(payload.updateId), `skipped: ${reason}`);
      }
    },
  };
}

async function screenshotPages(
  deps: ScreenshotDeps,
  browser: FoundBrowser,
  { id: updateId, projectId, subdomain }: Update,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, objects, url, connectTo } = deps;
  const startedAt = performance.now();
  const images = await withShortSession(deps, { projectId, subdomain }, (cookie) =>
    takeScreenshots({ browser, url: deps.siteUrl(subdomain), connectTo, cookie, signal }),
  );
  const bytes = await storeScreenshots(objects, projectId, updateId, images, signal);
  const address = (scheme: string) => `${url}/screenshots/${updateId}/${scheme}.jpg`;
  await database.transaction(async (tx) => {
    await recordScreenshots(tx, updateId, address("light"), address("dark"), clock.now());
    await addStoredBytes(tx, projectId, "screenshots", bytes);
    const line = `the home page in light and dark (${Math.round(performance.now() - startedAt)} ms)`;
    await appendLog(tx, updateId, [`screenshot-pages: ${line}`], clock.now());
  });
}
