import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { agentLimits } from "../../agent/agent-limits.ts";
import { startAgentProcess } from "../../agent/child/agent-process.ts";
import { tooMuchWork } from "../../platform/calls/call-process.ts";
import { AppError } from "../../platform/errors.ts";
import type { DraftTree } from "../draft-tree.ts";

/** A proposed text for a page, and a description of the changes. */
export interface Proposal {
  /** The whole page; undefined if nothing has to change. */
  text: string | undefined;
  summary: string;
}

interface RuleRequest {
  path: string;
  prompt: string;
  now: number;
  signal: AbortSignal;
}

const helpLinesMax = 8;
/** The person is waiting. Most pages take a second. */
const secondsMax = 10;

/**
 * Applies the built-in rules to a prompt, in a separate process that can be stopped, as for an agent job. The process
 * only sees this page and the settings, so it is fast.
 */
export async function proposeByRules(
  folder: string,
  tree: DraftTree,
  { path, prompt, now, signal }: RuleRequest,
): Promise<Proposal> {
  const work = join(folder, `rules-${randomUUID()}`);
  try {
    const files = await writeVisible(work, tree, new Set([path, "docs.json"]));
    const docs = { folder: work, files, renames: [], removed: [], settingsParts: [], openedPaths: [] };
    const late = AbortSignal.timeout(secondsMax * 1_000);
    const bounded = AbortSignal.any([signal, late]);
    const process = await startAgentProcess({ ...docs, fileBytesMax: agentLimits.fileBytesMax }, bounded);
    try {
      const { outcome } = await process.call("rules", { prompt, now });
      const change = outcome.changes.find((each) => each.path === path && each.movedFrom === undefined);
      const help = outcome.refusal?.help.slice(0, helpLinesMax).map((line) => `- ${line}`);
      const more = help === undefined ? "" : ` You can ask for:\n${help.join("\n")}`;
      return { text: change?.content, summary: `${outcome.summary}${more}` };
    } catch (error) {
      throw late.aborted ? new AppError("too_large", tooMuchWork) : error;
    } finally {
      await process.stop();
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Writes the visible files. All other files are listed as too large to read, so that links to them count as valid. */
async function writeVisible(folder: string, tree: DraftTree, visible: ReadonlySet<string>) {
  await mkdir(folder, { recursive: true });
  const files: { path: string; bytes: number }[] = [];
  for (const path of tree.paths) {
    const text = visible.has(path) ? await tree.read(path) : undefined;
    if (text !== undefined) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    files.push({ path, bytes: text === undefined ? Number.MAX_SAFE_INTEGER : Buffer.byteLength(text) });
  }
  return files;
}
