import type { DraftDivision, DraftEntry, DraftTree } from "../../source/navigation/draft-tree.ts";

/** The navigation without what is made from API descriptions, for a preview that does not read them. */
export function leaveOutApi(draft: DraftTree): DraftTree {
  return {
    ...draft,
    divisions: draft.divisions.flatMap(writtenDivision),
    entries: draft.entries.flatMap(writtenEntry),
  };
}

function writtenDivision(division: DraftDivision): DraftDivision[] {
  const written = {
    ...division,
    divisions: division.divisions.flatMap(writtenDivision),
    entries: division.entries.flatMap(writtenEntry),
  };
  const isEmpty = written.divisions.length === 0 && written.entries.length === 0 && division.href === undefined;
  const wasEmpty = division.divisions.length === 0 && division.entries.length === 0;
  return isEmpty && (!wasEmpty || isOfApi(division)) ? [] : [written];
}

function writtenEntry(entry: DraftEntry): DraftEntry[] {
  if (entry.kind === "page") return [entry];
  if (entry.kind === "endpoint") return [];
  const entries = entry.entries.flatMap(writtenEntry);
  return entries.length === 0 && (entry.entries.length > 0 || isOfApi(entry)) ? [] : [{ ...entry, entries }];
}

/** An element without content of its own becomes the reference of what it names. */
function isOfApi({ openapi, asyncapi }: Pick<DraftDivision, "openapi" | "asyncapi">): boolean {
  return openapi !== undefined || asyncapi !== undefined;
}
