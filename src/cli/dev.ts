import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { count } from "../contract/count.ts";
import { type DevServer, startDevServer } from "../dev-server/dev-server.ts";
import type { LiveState } from "../dev-server/live-site.ts";
import type { PreviewModel } from "../dev-server/routes.ts";
import { type Environment, readConfig, settingValue } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { describeProblem, problemLines } from "../site/project.ts";
import { createRenderPool } from "../site/rendering.ts";
import type { ReaderGroups } from "../site/serving.ts";
import { checkFolder, wholeNumber } from "./options.ts";
import { CommandProblem, printProblem, printText, textLines } from "./output.ts";

const defaultPort = 4000;
const portsTried = 10;
const portMax = 65_535;

/** Previews a folder in the browser until it is stopped. */
export function defineDev(command: Command, environment: Environment): void {
  command
    .argument("[folder]", "Folder with docs.json", ".")
    .option(
      "--port <number>",
      `Port to listen on (default: ${defaultPort}, or the next free one)`,
      wholeNumber(0, portMax),
    )
    .option(
      "--groups <names>",
      "Show the site as a signed-in reader with these comma-separated groups sees it; all for every page",
      readGroups,
    )
    .option("--no-specs", "Leave out API pages, which makes the preview start faster")
    .action((folder: string, options: DevOptions) => show(folder, options, environment));
}

interface DevOptions {
  port?: number;
  groups?: ReaderGroups;
  /** Undefined if the option isn't given, because options of lazily loaded commands have no default. */
  specs?: boolean;
}

function readGroups(text: string): string[] | "all" {
  if (text.trim() === "all") return "all";
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) throw new InvalidArgumentError("Must be a comma-separated list of names.");
  return names;
}

async function show(
  folder: string,
  { port, groups = "open", specs }: DevOptions,
  environment: Environment,
): Promise<void> {
  await checkFolder(folder);
  const model = findModel(environment);
  const cacheFolder = await mkdtemp(join(tmpdir(), "lectern-dev-"));
  const pool = createRenderPool();
  const interrupted = new AbortController();
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]).then(() => interrupted.abort());
  const request = {
    folder: resolve(folder),
    cacheFolder,
    pool,
    log: createLog("warn", "cli"),
    model,
    signal: interrupted.signal,
    view: { readerGroups: groups, withoutSpecs: specs === false },
    onState: createReporter(),
  };
  try {
    const server = await startOnPort(port, (chosen) => startDevServer({ ...request, port: chosen }));
    if (!interrupted.signal.aborted) printText(`Previewing ${folder} at ${server.url}. Press Ctrl+C to stop.`);
    if (model !== undefined && !interrupted.signal.aborted) printText(`The assistant uses ${model.choice.name}.`);
    await stopped;
    await server.stop();
  } finally {
    await pool.close();
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

/** The model that the server would use. Other settings aren't read, because a preview doesn't need them. */
function findModel(environment: Environment): PreviewModel | undefined {
  if (settingValue(environment, "LECTERN_MODEL") === "") return undefined;
  const { name, url, key, reasoning, tokensPerDay } = readConfig(environment).model;
  const choice = readModelChoice(name, url);
  return choice && { choice: { ...choice, reasoning }, key, tokensPerDay };
}

async function startOnPort(asked: number | undefined, start: (port: number) => Promise<DevServer>): Promise<DevServer> {
  const ports = asked === undefined ? Array.from({ length: portsTried }, (_, index) => defaultPort + index) : [asked];
  for (const port of ports) {
    try {
      return await start(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
        throw error;
      }
    }
  }
  throw new CommandProblem(
    asked === undefined
      ? `The ports ${defaultPort} to ${defaultPort + portsTried - 1} are in use; choose another with --port.`
      : `Port ${asked} is in use; choose another with --port.`,
  );
}

/** Prints only new problems, so that saving every few seconds doesn't repeat the same warnings. */
function createReporter(): (state: LiveState) => void {
  let known: readonly string[] = [];
  return ({ revision, site, isCurrent, problems, changed, milliseconds }) => {
    const lines = problems.map(describeProblem);
    const fresh = problems.filter((_, index) => !known.includes(lines[index] ?? ""));
    for (const line of problemLines(fresh)) printProblem(line);
    const fixed = known.filter((line) => !lines.includes(line)).length;
    known = lines;
    if (!isCurrent || site === undefined) {
      return;
    }
    const facts = textLines(
      (changed === "all" || changed.length > 0) && describeChange(changed),
      fixed > 0 && `${count(fixed, "problem")} fixed`,
    );
    if (revision === 1) printText(`${count(site.pages.length, "page")} in ${milliseconds} ms`);
    else if (facts.length > 0) printText(`${facts.join(", ")} (${milliseconds} ms)`);
  };
}

function describeChange(changed: LiveState["changed"]): string {
  return changed === "all" ? "The site changed" : `${count(changed.length, "page")} changed`;
}
