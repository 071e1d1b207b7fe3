import type { DraftSearch, DraftSearchResult } from "../../contract/editor-file-operations.ts";
import { canWrite, isTextPath } from "../check-write.ts";
import { draftLimits } from "../draft.ts";
import { type DraftTree, textFrom } from "../draft-tree.ts";
import { createFinder, type TextMatch } from "./find-matches.ts";

/** Counting stops here: a text such as "e" occurs everywhere, and nobody needs the exact number. */
const matchesCountedMax = 20_000;
/** The maximum numbers of files and matches that one reply lists. */
const filesListedMax = 200;
const matchesListedMax = 1_000;
const matchesOfFileMax = 50;

/** Searches every text of the draft. */
export async function searchDraft(tree: DraftTree, search: DraftSearch): Promise<DraftSearchResult> {
  const find = createFinder(search);
  const found: { path: string; count: number; shown: DraftSearchResult["files"][number]["matches"] }[] = [];
  let total = 0;
  let leftOut = 0;
  let isCut = false;
  await eachText(tree, (path, text) => {
    isCut ||= total >= matchesCountedMax;
    if (isCut) return;
    const result = find(path, text);
    leftOut += result.leftOut;
    if (result.matches.length === 0) return;
    total += result.matches.length;
    found.push({ path, count: result.matches.length, shown: present(text, result.matches) });
  });
  let room = matchesListedMax;
  const files = found
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .slice(0, filesListedMax)
    .map(({ path, count, shown }) => {
      const matches = shown.slice(0, room);
      room -= matches.length;
      return { path, count, matches };
    })
    .filter(({ matches }) => matches.length > 0);
  return { files, fileCount: found.length, total, isCut, leftOut };
}

/** Calls back with every text of the draft, or only with the texts of some files. */
export async function eachText(
  tree: DraftTree,
  onText: (path: string, text: string) => void,
  paths?: ReadonlySet<string>,
): Promise<void> {
  const isWanted = (path: string) => isTextPath(path) && canWrite(path) && (paths?.has(path) ?? true);
  const files = [...tree.base.values()].filter(
    ({ path, bytes }) => isWanted(path) && !tree.changed.has(path) && bytes <= draftLimits.textBytesMax,
  );
  await tree.eachBase(files, ({ path }, content) => {
    const text = textFrom(content);
    if (text !== undefined) onText(path, text);
  });
  for (const { path, content } of tree.changed.values()) {
    if (content !== null && isWanted(path)) onText(path, content);
  }
}

const contextLength = 60;

function present(text: string, matches: readonly TextMatch[]): DraftSearchResult["files"][number]["matches"] {
  let line = 1;
  let counted = 0;
  return matches.slice(0, matchesOfFileMax).map(({ start, end }) => {
    for (let at = text.indexOf("\n", counted); at !== -1 && at < start; at = text.indexOf("\n", at + 1)) line += 1;
    counted = start;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", end);
    const before = text.slice(start === 0 ? 0 : lineStart, start);
    const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd);
    return {
      start,
      line,
      before: before.length > contextLength ? `…${before.slice(-contextLength)}` : before.trimStart(),
      match: text.slice(start, end),
      after: after.length > contextLength ? `${after.slice(0, contextLength)}…` : after.trimEnd(),
    };
  });
}
