import type { DraftReplacement } from "../../contract/editor-file-schemas.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import type { Project } from "../../projects/store.ts";
import type { EditorDraft } from "../draft.ts";
import { changeTexts, type DraftFileDeps } from "../draft-files.ts";
import { catchUp, textOf } from "../draft-text.ts";
import { createFinder, type TextMatch } from "./find-matches.ts";
import { eachText } from "./search-draft.ts";

interface ReplaceRequest {
  project: Project;
  draft: EditorDraft;
  /** The ID of the person. */
  by: string;
  replacement: DraftReplacement;
  inTransaction: InTransaction;
  signal: AbortSignal;
}

interface Replaced {
  files: number;
  matches: number;
  /** Chosen matches that are no longer there. */
  skipped: number;
}

/** Replaces the chosen matches, or all. All files change, or none. */
export async function replaceInDraft(deps: DraftFileDeps, request: ReplaceRequest): Promise<Replaced> {
  const { project, draft, by, replacement, inTransaction, signal } = request;
  const chosen = replacement.files && new Map(replacement.files.map(({ path, starts }) => [path, starts]));
  const find = createFinder(replacement);
  const texts = new Map<string, string>();
  await eachText(deps, { project, draft, paths: chosen && new Set(chosen.keys()), signal }, (path, text) => {
    if (chosen !== undefined || find(path, text).matches.length > 0) texts.set(path, text);
  });
  const result: Replaced = { files: 0, matches: 0, skipped: 0 };
  const before = new Map<string, string>();
  const changes: { path: string; content: string }[] = [];
  for (const [path, known] of texts) {
    const text = (await findNewestText(deps.database.query, draft.id, path)) ?? known;
    const { matches } = find(path, text);
    const starts = chosen?.get(path);
    const taken = starts === undefined ? matches : matches.filter(({ start }) => starts.includes(start));
    result.skipped += (starts?.length ?? taken.length) - taken.length;
    const content = replaceMatches(text, taken, replacement.replacement);
    if (content === text) continue;
    result.files += 1;
    result.matches += taken.length;
    before.set(path, text);
    changes.push({ path, content });
  }
  if (changes.length === 0) return result;
  await changeTexts(
    deps,
    {
      ...{ project, draft, by, signal },
      inTransaction: (work) =>
        inTransaction(async (tx) => {
          await checkUnchanged(tx, draft.id, before);
          await work(tx);
        }),
    },
    changes,
  );
  return result;
}

function replaceMatches(text: string, matches: readonly TextMatch[], replacement: string): string {
  let content = "";
  let done = 0;
  for (const { start, end } of matches) {
    content += text.slice(done, start) + replacement;
    done = end;
  }
  return content + text.slice(done);
}

/** Undefined if nobody has opened the file. Typing is stored before the text of the file is. */
async function findNewestText(connection: Connection, draftId: string, path: string): Promise<string | undefined> {
  const { doc, sequence } = await catchUp(connection, draftId, path);
  return sequence === 0 ? undefined : textOf(doc).toString();
}

/** Whole texts are written, so a keystroke since they were read would be lost. */
async function checkUnchanged(tx: Connection, draftId: string, before: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of before) {
    const newest = await findNewestText(tx, draftId, path);
    if (newest !== undefined && newest !== text) {
      throw new AppError("conflict", `Someone is changing ${path} right now; nothing was replaced. Try again.`);
    }
  }
}
