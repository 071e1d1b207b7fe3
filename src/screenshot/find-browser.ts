import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPackage, hasChromiumPackage, systemBrowserFiles } from "./browser-advice.ts";
import { ScreenshotError } from "./screenshot-error.ts";
import { isExecutable, unpackChromium } from "./unpack-chromium.ts";
import { type BrowserProgram, withBrowser } from "./with-browser.ts";

export interface FoundBrowser extends BrowserProgram {
  name: string;
  version: string;
}

export interface BrowserSearch {
  /** Folders with the system's programs. */
  folders?: readonly string[] | undefined;
  /** The folder for the unpacked Chromium (about 210 MB). It contains nothing else. */
  unpackFolder?: string | undefined;
  /** The limit for each browser. Starting takes about a second, but much longer on a busy machine. */
  launchSecondsMax?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the reason why an installed browser cannot be used. */
  onPassedOver?: ((name: string, error: ScreenshotError) => void) | undefined;
}

const launchSecondsDefault = 60;

/**
 * The system's Chromium if it works, otherwise the bundled one. Each is started once, because an installed browser may
 * not work if libraries or the sandbox are missing. That takes about a second, so callers should keep the result.
 */
export async function findBrowser(search: BrowserSearch = {}): Promise<FoundBrowser | undefined> {
  const { folders, onPassedOver } = search;
  for (const { name, open } of [...systemBrowsers(folders), bundledBrowser(search)]) {
    try {
      const program = await open();
      if (program !== undefined) {
        return { name, version: await readVersion(program, search), ...program };
      }
    } catch (error) {
      if (!(error instanceof ScreenshotError) || error.kind === "aborted") {
        throw error;
      }
      onPassedOver?.(name, error);
    }
  }
  return undefined;
}

interface Candidate {
  name: string;
  open(): Promise<BrowserProgram | undefined>;
}

function systemBrowsers(folders: readonly string[] | undefined): Candidate[] {
  return systemBrowserFiles(folders).map((executable) => ({
    name: executable,
    open: async () => ((await isExecutable(executable)) ? { executable, variables: {} } : undefined),
  }));
}

function bundledBrowser({ unpackFolder, signal }: BrowserSearch): Candidate {
  const folder = unpackFolder ?? join(tmpdir(), `lectern-chromium-${process.getuid?.()}`);
  return {
    name: chromiumPackage,
    open: async () => (hasChromiumPackage() ? unpackChromium({ folder, signal }) : undefined),
  };
}

function readVersion(program: BrowserProgram, { launchSecondsMax = launchSecondsDefault, signal }: BrowserSearch) {
  const run = { program, hostRules: [], launchSecondsMax, totalSecondsMax: launchSecondsMax, signal };
  return withBrowser(run, async (browser) => browser.version());
}
