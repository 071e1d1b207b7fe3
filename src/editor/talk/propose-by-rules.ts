import { runRules } from "../../agent/rules/run-rules.ts";
import type { DraftTree } from "../draft-files.ts";

/** A text that a page could have, and what was done to get there. */
export interface Proposal {
  /** The whole page; undefined if there is nothing to change. */
  text: string | undefined;
  summary: string;
}

const helpLinesMax = 8;

/** What the built-in rules make of a prompt. They see this page and the settings only, so that it takes a moment. */
export async function proposeByRules(
  tree: DraftTree,
  { path, prompt, signal }: { path: string; prompt: string; signal: AbortSignal },
): Promise<Proposal> {
  const read = async (each: string) => (each === path || each === "docs.json" ? tree.read(each) : undefined);
  const outcome = await runRules(prompt, { paths: tree.paths, read }, { signal });
  const change = outcome.changes.find((each) => each.path === path && each.movedFrom === undefined);
  if (change?.content !== undefined) {
    return { text: change.content, summary: outcome.summary };
  }
  const help = outcome.help.slice(0, helpLinesMax).map((line) => `- ${line}`);
  const summary = help.length === 0 ? outcome.summary : `${outcome.summary} You can ask for:\n${help.join("\n")}`;
  return { text: undefined, summary };
}
