import { type Place, placePath } from "../site/project.ts";
import type { SettingUse } from "../site/reading.ts";
import type { EditedDocs } from "./edited-docs.ts";
import type { KnownSite } from "./known-site.ts";
import type { TextEdit } from "./text-edit.ts";

export type SettingEdits = ReturnType<typeof collectSettingEdits>;

/** Collects the edits of docs.json and its included files, and applies them together. */
export function collectSettingEdits({ settings }: Pick<KnownSite, "settings">) {
  const edits = new Map<string, TextEdit[]>();
  const taken = new Set<string>();
  function add(file: string, edit: TextEdit): void {
    const known = edits.get(file);
    if (known === undefined) edits.set(file, [edit]);
    else known.push(edit);
  }
  return {
    add,
    /** Replaces a text. Returns false if the file doesn't contain it literally. */
    replace(place: Place, before: string, after: string, why: string): boolean {
      const path = placePath(place);
      const { file, node, depth } = settings.find(path);
      if (node === undefined || depth < path.length) return false;
      const { start, end } = node;
      const isWritten = settings.read(file)?.slice(start, end) === JSON.stringify(before);
      if (!isWritten || !settings.mayWrite(file)) return false;
      // A file that is included twice is edited once.
      if (!taken.has(`${file}:${start}`)) add(file, { start, end, text: JSON.stringify(after), why });
      taken.add(`${file}:${start}`);
      return true;
    },
    async apply(docs: EditedDocs, rule: string): Promise<void> {
      for (const [file, ofFile] of edits) await docs.edit(file, rule, ofFile);
    },
  };
}

/** Asks for the replacement of each link in docs.json. Records the reason if a link can't be replaced. */
export async function editSettingLinks(
  docs: EditedDocs,
  rule: string,
  covers: (path: string) => boolean,
  site: KnownSite,
  change: (use: SettingUse) => { text?: string; why: string } | undefined,
): Promise<void> {
  const edits = collectSettingEdits(site);
  for (const use of site.report.uses) {
    const { file, node } = site.settings.find(placePath(use.place));
    const changed = use.kind === "link" && covers(file) ? change(use) : undefined;
    if (changed === undefined) continue;
    const { text, why } = changed;
    const isDone = text !== undefined && edits.replace(use.place, use.url, text, why);
    if (!isDone) docs.decline({ path: file, line: node?.line, what: `the link to ${use.url}`, why });
  }
  await edits.apply(docs, rule);
}
