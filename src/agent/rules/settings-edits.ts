import type { SettingUse } from "../../site/config/config-report.ts";
import { placePath } from "../../site/config/place.ts";
import type { Draft } from "./draft.ts";
import type { KnownSite } from "./known-site.ts";
import type { RuleRequest } from "./rule.ts";
import type { TextEdit } from "./text-edit.ts";

/** Asks for a new text for each address that docs.json names; without one, the reason is told. */
export async function editSettings(
  draft: Draft,
  rule: string,
  { covers }: Pick<RuleRequest, "covers">,
  { report, settings }: KnownSite,
  change: (use: SettingUse) => { text?: string; why: string } | undefined,
): Promise<void> {
  const edits = new Map<string, Map<number, TextEdit>>();
  for (const use of report.uses) {
    const path = placePath(use.place);
    const { file, node, depth } = settings.find(path);
    if (use.kind !== "link" || node === undefined || depth < path.length || !covers(file)) continue;
    const changed = change(use);
    if (changed === undefined) continue;
    const { text, why } = changed;
    const isWritten = settings.read(file)?.slice(node.start, node.end) === JSON.stringify(use.url);
    if (text === undefined || !isWritten) {
      draft.decline({ path: file, line: node.line, what: `the link to ${use.url}`, why });
      continue;
    }
    const ofFile = edits.get(file) ?? new Map<number, TextEdit>();
    ofFile.set(node.start, { start: node.start, end: node.end, text: JSON.stringify(text), why });
    edits.set(file, ofFile);
  }
  for (const [file, ofFile] of edits) await draft.edit(file, rule, [...ofFile.values()]);
}
