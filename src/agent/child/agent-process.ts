import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CallProcess } from "../../platform/calls/call-process.ts";
import { AgentFailure } from "../agent-failure.ts";
import { agentLimits } from "../agent-limits.ts";
import type { agentCalls } from "./agent-calls.ts";
import { findSandbox, sandboxArguments } from "./find-sandbox.ts";
import type { OpenedDocs } from "./working-docs.ts";

/** The process in which the agent works, one call at a time. */
export type AgentProcess = Pick<CallProcess<typeof agentCalls>, "call" | "stop">;

const program = new URL("./agent-child.ts", import.meta.url);
const sourceFolder = fileURLToPath(new URL("../../", import.meta.url));
const packageFolder = join(sourceFolder, "..");

/**
 * Starts the process for one turn. Its environment is empty, so it contains no keys or tokens. It can read our code and
 * the documentation, but can't write or start other processes. If bubblewrap is available, it also has no network.
 */
export async function startAgentProcess(docs: OpenedDocs, signal: AbortSignal): Promise<AgentProcess> {
  const folders = readableFolders(docs.folder);
  const sandbox = await findSandbox();
  const around = sandbox === undefined ? [] : [...sandboxArguments(folders), process.execPath];
  const agent = new CallProcess<typeof agentCalls>({
    program,
    heapMegabytes: agentLimits.childHeapMegabytes,
    secondsMax: agentLimits.callSecondsMax,
    tooLong: () => new AgentFailure("time", tookTooLong),
    niceness: agentLimits.childNiceness,
    idleSeconds: agentLimits.turnSecondsMax,
    fork: {
      execPath: sandbox?.program ?? process.execPath,
      cwd: docs.folder,
      env: { HOME: docs.folder, LC_ALL: "C.UTF-8", TZ: "UTC" },
      signal,
      execArgv: [
        ...around,
        "--disable-warning=SecurityWarning",
        "--permission",
        // The page parser is native code.
        "--allow-addons",
        ...folders.map((folder) => `--allow-fs-read=${folder}`),
      ],
    },
  });
  await agent.call("open", docs);
  return agent;
}

function readableFolders(docsFolder: string): string[] {
  const folders = [sourceFolder, join(packageFolder, "package.json"), ...modulesFolders(), docsFolder];
  return [...new Set(folders.map((path) => path.replace(/\/$/, "")))];
}

/**
 * The folders with the page parser: below a clone of the repository, or next to an installed package. Symbolic links
 * are resolved too.
 */
function modulesFolders(): string[] {
  const found = createRequire(import.meta.url)
    .resolve.paths(parserPackage)
    ?.find((folder) => existsSync(join(folder, parserPackage)));
  if (found === undefined) throw new Error(`The package ${parserPackage} is not installed.`);
  return [found, realpathSync(found), join(realpathSync(join(found, parserPackage)), "..")];
}

const parserPackage = "satteri";
const tookTooLong = `One step of the work took more than ${agentLimits.callSecondsMax} seconds of processor time and was stopped; ask for less at once.`;
