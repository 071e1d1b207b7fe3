import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathProblem, quotePath } from "../../git/tree-path.ts";
import { AppError } from "../../platform/errors.ts";
import { type ArchiveEntry, type ArchiveLimits, withArchiveEntries } from "./open-archive.ts";

const defaultArchiveLimits: ArchiveLimits = {
  filesMax: 10_000,
  fileBytesMax: 20_000_000,
  bytesMax: 300_000_000,
};

/** What systems add to archives, and what belongs to no repository. */
const ignored = /(?:^|\/)(?:__MACOSX|\.git|node_modules)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|\._[^/]+)$/;

/**
 * Unpacks a zip or tar archive into a folder that is empty. All of it is looked at before anything is written; links and
 * devices are left out, and a folder that holds everything else is not made.
 */
export async function unpackArchive(archive: string, folder: string, limits = defaultArchiveLimits): Promise<void> {
  await withArchiveEntries(archive, limits, async (all) => {
    const entries = all.filter(({ path, isLink }) => !isLink && !ignored.test(path));
    checkEntries(entries, limits);
    const common = commonFolder(entries);
    for (const entry of entries) {
      await writeEntry(entry, folder, entry.path.slice(common.length));
    }
  });
}

function checkEntries(entries: readonly ArchiveEntry[], { fileBytesMax, bytesMax }: ArchiveLimits): void {
  if (entries.length === 0) {
    throw new AppError("bad_request", "The archive holds no files; there is nothing to import.");
  }
  let total = 0;
  for (const { path, bytes } of entries) {
    const problem = pathProblem(path);
    if (problem !== undefined) {
      throw new AppError("bad_request", `The archive holds a name that ${problem}: ${quotePath(path)}; rename it.`);
    }
    total += bytes;
    if (bytes > fileBytesMax || total > bytesMax) {
      throw new AppError(
        "too_large",
        `The files of the archive are too large: at most ${fileBytesMax / 1_000_000} MB each and ${bytesMax / 1_000_000} MB together.`,
      );
    }
  }
}

/** `docs-main/` for an archive whose files are all in that folder, as git hosts make them. */
function commonFolder(entries: readonly ArchiveEntry[]): string {
  const [first = ""] = entries.map(({ path }) => path);
  const folder = first.slice(0, first.indexOf("/") + 1);
  return entries.every(({ path }) => path.startsWith(folder)) ? folder : "";
}

async function writeEntry(entry: ArchiveEntry, folder: string, path: string): Promise<void> {
  const target = join(folder, path);
  const content = await entry.read();
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
      throw new AppError("bad_request", `The archive holds the name ${quotePath(entry.path)} twice.`, { cause: error });
    }
    throw error;
  }
}
