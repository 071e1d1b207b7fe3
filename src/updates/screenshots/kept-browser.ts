import type { Log } from "../../platform/log.ts";
import { type BrowserSearch, type FoundBrowser, findBrowser } from "../../screenshot/find-browser.ts";
import type { ScreenshotError } from "../../screenshot/screenshot-error.ts";

export interface KeptBrowser {
  /** Looks for a browser at the first call only. */
  get(): Promise<FoundBrowser | undefined>;
  /** The next call looks again: the system may have cleaned the browser away, or another version took its place. */
  forget(): void;
}

/** A browser is looked for once and kept. That none is there is kept too, unless one was only too slow to start. */
export function keepBrowser(
  log: Pick<Log, "warn">,
  find: (search: BrowserSearch) => Promise<FoundBrowser | undefined> = findBrowser,
): KeptBrowser {
  let searching: Promise<FoundBrowser | undefined> | undefined;

  async function search(): Promise<FoundBrowser | undefined> {
    const slow: ScreenshotError[] = [];
    const found = await find({
      onPassedOver(name, error) {
        log.warn({ name, error }, "a browser cannot be used");
        if (error.kind === "timeout") {
          slow.push(error);
        }
      },
    });
    if (found === undefined && slow[0] !== undefined) {
      throw slow[0];
    }
    return found;
  }

  function forget(): void {
    searching = undefined;
  }

  return {
    get() {
      searching ??= search().catch((error: unknown) => {
        forget();
        throw error;
      });
      return searching;
    },
    forget,
  };
}
