import { execFile } from "node:child_process";
import {
  access,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { dayMilliseconds } from "../platform/clock.ts";
import { chromiumPackage } from "./browser-advice.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import { ScreenshotError } from "./screenshot-error.ts";
import type { BrowserProgram } from "./with-browser.ts";

interface UnpackOptions {
  /** Created if missing. Nobody else may write there, because its content is executed. */
  folder: string;
  /** The package, with its archives in `bin`. */
  packageFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

const unpackProcess = fileURLToPath(new URL("./unpack-process.ts", import.meta.url));
const unpackSecondsMax = 120;
const unfinishedPrefix = "unfinished-";
/**
 * Versions unused for longer than this are removed. Others stay, because another version of Lectern here may need them.
 */
const unusedMillisecondsMax = dayMilliseconds;

/** The Chromium of the package `@sparticuz/chromium`, unpacked on first use. Only for Linux on x64. */
export async function unpackChromium(options: UnpackOptions): Promise<BrowserProgram> {
  const { folder, signal } = options;
  try {
    const packageFolder = options.packageFolder ?? findPackage();
    const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as { version: string };
    const unpacked = join(folder, version);
    await makePrivateFolder(folder);
    await removeLeftovers(folder, unfinishedPrefix);
    if (!(await isUnpacked(unpacked))) {
      await unpack({ archives: join(packageFolder, "bin"), folder, unpacked, signal });
    }
    const now = new Date();
    await utimes(unpacked, now, now);
    return describe(unpacked);
  } catch (cause) {
    throw unpackError(cause, signal);
  }
}

function findPackage(): string {
  return join(dirname(createRequire(import.meta.url).resolve(chromiumPackage)), "..");
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const othersMayWrite = (found.mode & 0o022) !== 0;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || othersMayWrite) {
    throw new ScreenshotError(
      "browser",
      "The folder for the unpacked Chromium belongs to another user, or others can write to it.",
    );
  }
}

function isUnpacked(unpacked: string): Promise<boolean> {
  return isExecutable(join(unpacked, "chromium"));
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function unpack(work: { archives: string; folder: string; unpacked: string; signal: AbortSignal | undefined }) {
  const { archives, folder, unpacked, signal } = work;
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix));
  try {
    await promisify(execFile)(process.execPath, [unpackProcess, archives], {
      env: { TMPDIR: unfinished },
      timeout: unpackSecondsMax * 1_000,
      killSignal: "SIGKILL",
      signal,
    });
    await writeFile(join(unfinished, "fonts.conf"), fontSettings(unpacked));
    await putInPlace(unfinished, unpacked);
    await removeUnusedVersions(unpacked);
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
  }
}

function fontSettings(unpacked: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${join(unpacked, "fonts")}</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <cachedir>${join(unpacked, "fonts-cache")}</cachedir>
</fontconfig>
`;
}

/** Moves the browser atomically: if two processes unpack at the same time, the second one discards its copy. */
async function putInPlace(unfinished: string, unpacked: string): Promise<void> {
  try {
    await rename(unfinished, unpacked);
  } catch (error) {
    if (await isUnpacked(unpacked)) {
      return;
    }
    // A cleaner of temporary files has removed parts of the browser.
    await rm(unpacked, { recursive: true, force: true });
    await rename(unfinished, unpacked).catch(() => {
      throw error;
    });
  }
}

async function removeUnusedVersions(unpacked: string): Promise<void> {
  const folder = dirname(unpacked);
  for (const name of await readdir(folder)) {
    const isVersion = name !== basename(unpacked) && !name.startsWith(unfinishedPrefix);
    const found = isVersion ? await lstat(join(folder, name)).catch(() => undefined) : undefined;
    if (found !== undefined && Date.now() - found.mtimeMs > unusedMillisecondsMax) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

function describe(unpacked: string): BrowserProgram {
  return {
    executable: join(unpacked, "chromium"),
    // Servers often have neither these libraries nor fonts; the package contains both.
    variables: {
      LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
      FONTCONFIG_FILE: join(unpacked, "fonts.conf"),
    },
  };
}

function unpackError(cause: unknown, signal: AbortSignal | undefined): ScreenshotError {
  if (signal?.aborted) {
    return new ScreenshotError("aborted", "Unpacking Chromium was stopped.", { cause });
  }
  return cause instanceof ScreenshotError
    ? cause
    : new ScreenshotError("browser", "Chromium cannot be unpacked; check the free disk space.", { cause });
}
