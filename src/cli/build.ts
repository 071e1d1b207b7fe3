import { resolve } from "node:path";
import type { Command } from "commander";
import { count } from "../contract/count.ts";
import {
  folderWriter,
  pagesToIndex,
  type SiteBuild,
  type StaticSearch,
  staticSearch,
  type WriteFile,
  writeSite,
} from "../site/building.ts";
import { problemLines } from "../site/project.ts";
import { basePathOf } from "../site/serving.ts";
import { withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, print, printProblem } from "./output.ts";
import { createZipWriter } from "./zip-writer.ts";

type BuildOptions = OutputOptions & { out?: string; zip?: string; strict?: boolean; url?: string };

/** Builds a folder of pages into static files, without a database or a project. */
export function defineBuild(command: Command): void {
  addJsonOption(command)
    .argument("[folder]", "Folder with docs.json", ".")
    .option("--out <folder>", "Output folder; existing files are overwritten")
    .option("--zip <file>", "Zip file to write, instead of the folder or in addition to it")
    .option("--strict", "Treat warnings as errors")
    .option(
      "--url <url>",
      "Public URL of the site, for the sitemap and canonical links. A path is where you serve the files",
    )
    .action((folder: string, options: BuildOptions) => build(folder, options));
}

async function build(folder: string, options: BuildOptions): Promise<void> {
  if (options.out === undefined && options.zip === undefined) {
    throw new CommandProblem("Nowhere to write the site; use --out with a folder, --zip with a file, or both.", 2);
  }
  const address = options.url === undefined ? undefined : checkedAddress(options.url);
  const addresses = address === undefined ? {} : { addresses: { own: address, main: address } };
  // There is no earlier version of a page to use, so a page that can't be built is left out.
  const findGoodPages = async () => new Map();
  await withFolderBuild(folder, { ...options, ...addresses, findGoodPages }, async (built, signal) => {
    for (const line of problemLines(built.problems)) printProblem(line);
    const faults = built.problems.filter((problem) => problem.severity !== "note");
    if (options.strict && faults.length > 0) {
      throw new CommandProblem(`Found ${count(faults.length, "problem")} in a strict build; nothing was written.`);
    }
    const search = built.reader.search ? staticSearch(pagesToIndex(built)) : undefined;
    await writeAll(built, search, options, signal);
    report(built, search, options);
    const { missing } = built.counts;
    if (missing > 0) {
      const pages = `${count(missing, "page")} of the navigation ${missing === 1 ? "is" : "are"}`;
      throw new CommandProblem(`${pages} not on the site; fix the errors above.`);
    }
  });
}

/** Writes to the folder, the zip file, or both. */
async function writeAll(
  built: SiteBuild,
  search: StaticSearch | undefined,
  { out, zip }: BuildOptions,
  signal: AbortSignal,
): Promise<void> {
  const writers: WriteFile[] = [];
  if (out !== undefined) writers.push(folderWriter(resolve(out)));
  const archive = zip === undefined ? undefined : createZipWriter(resolve(zip));
  if (archive !== undefined) writers.push(archive.add);
  try {
    const write: WriteFile = async (path, bytes) => {
      signal.throwIfAborted();
      for (const writer of writers) await writer(path, bytes);
    };
    await writeSite(built, write, search?.files);
    await archive?.finish();
  } finally {
    await archive?.abandon();
  }
}

const kilobyte = 1_000;

function report(built: SiteBuild, search: StaticSearch | undefined, options: BuildOptions): void {
  const { out, zip } = options;
  const places = [out, zip].filter((place) => place !== undefined);
  const searching =
    search === undefined
      ? "Search is turned off in docs.json."
      : `Search runs in the reader's browser, which loads up to ${Math.ceil(search.byteLength / kilobyte)} KB of its index for the first results.`;
  print(
    options,
    {
      pages: built.pages.length,
      missingPages: built.counts.missing,
      files: built.files.length,
      problems: built.problems.length,
      ...(out === undefined ? {} : { out: resolve(out) }),
      ...(zip === undefined ? {} : { zip: resolve(zip) }),
      searchBytes: search?.byteLength ?? 0,
    },
    `Wrote ${count(built.pages.length, "page")} to ${places.join(" and ")}: ${built.summary}\n${searching} The assistant needs a Lectern server, so this site has none.`,
  );
}

/** The path is where the site's files will be, and its links start with it. */
function checkedAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search + parsed.hash !== "") {
    throw new CommandProblem(`Invalid --url ${url}; use a URL such as https://docs.example.com.`);
  }
  return parsed.origin + basePathOf(parsed.href);
}
