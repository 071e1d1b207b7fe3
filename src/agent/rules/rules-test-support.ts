import type { DocsTree } from "../../docs-edits/docs-tree.ts";
import { type RulesOutcome, runRules } from "./run-rules.ts";

type TestFiles = Readonly<Record<string, string>>;

/** Settings with one group that lists these pages. */
export function settingsFor(pages: readonly string[], more: object = {}): string {
  const navigation = { groups: [{ group: "Guides", pages }] };
  return JSON.stringify({ theme: "mint", name: "Test", colors: { primary: "#16A34A" }, navigation, ...more }, null, 2);
}

export function treeOf(files: TestFiles, history: Pick<DocsTree, "renames" | "removed"> = {}): DocsTree {
  return { paths: Object.keys(files), read: async (path) => files[path], ...history };
}

interface TestRun extends RulesOutcome {
  /** Changed texts by path. */
  changed: Record<string, string | undefined>;
}

export async function runOn(
  files: TestFiles,
  prompt: string,
  history?: Pick<DocsTree, "renames" | "removed">,
): Promise<TestRun> {
  const outcome = await runRules(prompt, treeOf(files, history), new Date("2026-06-01T00:00:00Z"));
  return { ...outcome, changed: Object.fromEntries(outcome.changes.map(({ path, content }) => [path, content])) };
}
