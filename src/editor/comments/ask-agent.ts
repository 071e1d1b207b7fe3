import type { Anchor } from "../../contract/editor-talk-operations.ts";
import type { Splice } from "../../contract/smallest-splice.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import type { DraftRequest } from "../draft.ts";
import { openText } from "../draft-text.ts";
import { openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { lockAtBase } from "../lock-draft.ts";
import { addComment } from "./add-comment.ts";
import type { TextRange } from "./anchors.ts";
import { proposeByRules } from "./propose-by-rules.ts";

interface AgentRequest extends DraftRequest {
  path: string;
  prompt: string;
  /** The selected text. Without a selection, the agent changes the whole page. */
  anchor?: Anchor | undefined;
  /** The person who asks. */
  by: { id: string; name: string };
}

interface AgentAnswer {
  summary: string;
  comments: DraftCommentRow[];
  source: "model" | "rules";
}

/** With more changed places than this, all changes become one suggestion for the whole range. */
const hunksMax = 30;

/**
 * Asks the agent to change a page or a part of it. The agent's changes become suggestions; the text itself isn't
 * changed.
 */
export async function askAgent(deps: EditorDeps, request: AgentRequest): Promise<AgentAnswer> {
  const { project, draft, path, prompt, anchor, by, signal } = request;
  const tree = await openTree(deps, request);
  if ((await tree.read(path)) === undefined) {
    throw new AppError("not_found", `${path} is not a text file in this draft.`);
  }
  const base = (await tree.readBase(path)) ?? "";
  const { state, text } = await openText(deps, draft, { path, committed: base }, (tx) =>
    lockAtBase(tx, draft.id, tree.baseSha),
  );
  const known = { state, updates: [] };
  const owner = draft.organizationId;
  const { range } =
    anchor === undefined
      ? { range: { start: 0, end: text.length } }
      : await deps.texts.call(owner, "findAnchor", { ...known, anchor }, signal);
  if (range === undefined || range.start === range.end) {
    throw new AppError("conflict", "The selected text was deleted in the meantime; select something else.");
  }
  const model = await deps.findAgentModel();
  const proposal =
    model === undefined
      ? await proposeByRules(deps.folder, tree, { path, prompt, now: deps.clock.now(), signal })
      : await (await import("./propose-by-model.ts")).proposeByModel(deps, model, {
          project,
          path,
          text,
          range,
          prompt,
          signal,
        });
  const source = model === undefined ? "rules" : "model";
  const versions = { before: text, after: proposal.text ?? text };
  const splices = await deps.texts.call(owner, "splicesBetween", versions, signal);
  const hunks = join(splices.map(toHunk).reverse().filter(isIn(range)), text);
  if (hunks.length === 0) {
    const isElsewhere = proposal.text !== undefined;
    const summary = isElsewhere ? "Nothing to change in the selected text." : proposal.summary;
    return { source, comments: [], summary };
  }
  const anchors = await deps.texts.call(owner, "anchorsAt", { ...known, ranges: hunks }, signal);
  const comments: DraftCommentRow[] = [];
  const author = { id: by.id, name: `Agent, for ${by.name}` };
  await deps.database.transaction(async (tx) => {
    comments.length = 0;
    for (const [index, anchor] of anchors.entries()) {
      const comment = { path, body: prompt, anchor, replacement: hunks[index]?.replacement ?? "" };
      comments.push(await addComment(deps, tx, draft, author, comment));
    }
  });
  return { source, comments, summary: proposal.summary };
}

/** A range of lines, and the text that would replace it. */
interface TextHunk extends TextRange {
  replacement: string;
}

function toHunk({ start, deleted, insert }: Splice): TextHunk {
  return { start, end: start + deleted, replacement: insert };
}

function isIn({ start, end }: TextRange): (hunk: TextHunk) => boolean {
  return (hunk) => hunk.start <= end && hunk.end >= start;
}

function join(hunks: readonly TextHunk[], text: string): readonly TextHunk[] {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (hunks.length <= hunksMax || first === undefined || last === undefined) return hunks;
  let replacement = "";
  for (const [index, hunk] of hunks.entries()) {
    const before = hunks[index - 1];
    replacement += `${before === undefined ? "" : text.slice(before.end, hunk.start)}${hunk.replacement}`;
  }
  return [{ start: first.start, end: last.end, replacement }];
}
