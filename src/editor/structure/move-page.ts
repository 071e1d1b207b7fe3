import type { MovePlan } from "../../contract/editor-structure-operations.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { type EditedDocs, openEditedDocs } from "../../docs-edits/edited-docs.ts";
import { movePages } from "../../docs-edits/move-pages.ts";
import { AppError } from "../../platform/errors.ts";
import { pageUrl } from "../../site/project.ts";
import type { DraftTree } from "../draft-tree.ts";
import { withTexts } from "./draft-pages.ts";

export interface Move {
  from: string;
  to: string;
}

const skippedMax = 100;
/** A call has to end within its limit. Pages that weren't parsed are reported as skipped. */
export const parseSecondsMax = 1;

/** Plans the move of a page, with the same code that the agent uses. */
export async function planPageMove(tree: DraftTree, move: Move): Promise<{ plan: MovePlan; changes: FileChange[] }> {
  const docs = openEditedDocs(await withTexts(tree));
  const moves = await movePages(docs, { ...move, secondsMax: parseSecondsMax });
  if (moves === undefined) {
    const why = docs.declined.at(-1)?.why ?? "the settings of the site can't be read";
    throw new AppError("bad_request", `The page can't be moved: ${why}.`);
  }
  const isPage = (path: string) => /\.mdx?$/.test(path);
  const links = docs.explanations.filter(({ path, before }) => isPage(path) && !moves.has(before));
  const plan = {
    moves: [...moves].map(([from, to]) => ({ from, to, url: pageUrl(to) })),
    redirects: [...moves]
      .map(([from, to]) => ({ source: pageUrl(from), destination: pageUrl(to) }))
      .filter(({ source, destination }) => source !== destination),
    links: links.length,
    pages: [...new Set(links.map(({ path }) => path))],
    skipped: presentSkipped(docs),
  };
  return { plan, changes: docs.changes() };
}

/** The pages whose links weren't read. */
export function presentSkipped({ declined }: EditedDocs): MovePlan["skipped"] {
  return declined.slice(0, skippedMax).map(({ path, why }) => ({ path, why }));
}
