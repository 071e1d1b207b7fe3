import type { Log } from "../../platform/log.ts";
import { type BrowserSearch, type FoundBrowser, findBrowser } from "../../screenshot/find-browser.ts";
import type { ScreenshotError } from "../../screenshot/screenshot-error.ts";

interface KeptBrowser {
  get(): Promise<FoundBrowser | undefined>;
  /** Makes the next call search again: the browser may have been removed or replaced. */
  forget(): void;
}

/** Searches for a browser once and remembers the result, even if none was found, unless one was too slow to start. */
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
