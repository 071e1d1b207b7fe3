import type { Fragment, Mark, Node } from "prosemirror-model";
import type { InlineUnit, Origin, Range } from "./node-origin.ts";
import { normalContent } from "./normal-form.ts";
import { pageSchema } from "./page-schema.ts";
import { stringifyInline } from "./stringify.ts";
import { inlineToTree } from "./to-tree.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * Writes an edited text by replacing only the changed part of its source, so that line breaks and notation around it
 * stay. Undefined if no such part is found. The result is the source of the range `origin.inner`.
 */
export function spliceInline(before: Node, after: Node, origin: Origin, context: WriteContext): string | undefined {
  const { units, inner, text } = origin;
  const [oldContent, newContent] = [normalContent(before), normalContent(after)];
  if (units === undefined || inner === undefined || (units.at(-1)?.to ?? 0) !== oldContent.size) return undefined;
  if (inner.start === inner.end) return undefined;
  const change = findChange(oldContent, newContent);
  if (change === undefined) return text.slice(inner.start, inner.end);
  const edit = locate(units, { range: inner, marks: [], isCode: false }, change, newContent);
  if (edit === undefined) return undefined;
  const [head, tail] = [text.slice(inner.start, edit.start), text.slice(edit.end, inner.end)];
  const isCell = before.type.spec.tableRole !== undefined;
  if (edit.isCode) return writeCode(edit.content, isCell, [head, tail]);
  const tree = inlineToTree(edit.content, { quote: context.style.quote, isLiteral: context.level === "literal" });
  const source = (value: string) => ({ type: "sourceText" as const, value });
  const surrounded = [source(head), ...tree, source(tail)].filter(
    (node) => node.type !== "sourceText" || node.value !== "",
  );
  const written = stringifyInline(surrounded, { ...context, isCell });
  if (!written.startsWith(head) || !written.endsWith(tail)) return undefined;
  // Only the edited part has plain line endings. The parts around it are copied from the file.
  const middle = written.slice(head.length, written.length - tail.length);
  return head + middle.replaceAll("\n", context.style.lineEnding + origin.prefix) + tail;
}

/** A range of the old content, with the new content that replaces it. */
interface Change {
  from: number;
  to: number;
  newTo: number;
}

interface Enclosing {
  range: Range;
  marks: readonly Mark[];
  isCode: boolean;
}

interface Edit extends Range {
  content: readonly Node[];
  isCode: boolean;
}

function findChange(before: Fragment, after: Fragment): Change | undefined {
  const from = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (from === null || end === null) return undefined;
  // When "aa" becomes "a", both ends match the same character.
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  return { from, to: end.a + overlap, newTo: end.b + overlap };
}

/** Finds the smallest piece of source that contains the change: inside a mark, if all new content has that mark too. */
function locate(
  units: readonly InlineUnit[],
  enclosing: Enclosing,
  change: Change,
  content: Fragment,
): Edit | undefined {
  const inserted = cutContent(content, change.from, change.newTo);
  for (const unit of units) {
    const { inside, mark } = unit;
    if (inside === undefined) continue;
    const edge = mark === undefined ? 1 : 0;
    const [from, to] = [unit.from + edge, unit.to - edge];
    if (change.from < from || change.to > to || from === to) continue;
    const isAllRemoved = change.from === from && change.to === to && inserted.length === 0;
    if (isAllRemoved || (mark !== undefined && !inserted.every((node) => mark.isInSet(node.marks)))) continue;
    const isCode = mark?.type === pageSchema.marks.code;
    const marks = mark === undefined ? [] : [...enclosing.marks, mark];
    const edit = locate(inside.units, { range: inside.range, marks, isCode }, change, content);
    if (edit !== undefined) return edit;
  }
  return cutUnits(units, enclosing, change, content);
}

/** A unit that changed in part is rewritten as a whole, unless it is text. */
function cutUnits(
  units: readonly InlineUnit[],
  { range, marks, isCode }: Enclosing,
  found: Change,
  content: Fragment,
): Edit | undefined {
  const change = withNeighbors(units, found, content);
  const touched = units.filter((unit) => unit.from < change.to && unit.to > change.from);
  const [first, last] = [touched.at(0), touched.at(-1)];
  const between =
    units.find((unit) => unit.from >= change.to)?.start ?? units.findLast((unit) => unit.to <= change.from)?.end;
  const start = cut(first, change.from, "start") ?? { place: change.from, source: between ?? range.start };
  const end = cut(last, change.to, "end") ?? { place: change.to, source: start.source };
  const source = { start: start.source, end: Math.max(start.source, end.source) };
  const inserted = cutContent(content, start.place, change.newTo + end.place - change.to).map((node) =>
    node.mark(marks.reduce((rest, mark) => mark.removeFromSet(rest), node.marks)),
  );
  return { ...source, content: inserted, isCode };
}

/** New text that continues an adjacent mark is written together with it. */
function withNeighbors(units: readonly InlineUnit[], change: Change, content: Fragment): Change {
  const inserted = cutContent(content, change.from, change.newTo);
  const continues = ({ mark, from, to }: InlineUnit, node: Node | undefined) =>
    mark !== undefined && from < to && node !== undefined && mark.isInSet(node.marks);
  const before = units.find((unit) => unit.to === change.from && continues(unit, inserted.at(0)));
  const after = units.find((unit) => unit.from === change.to && continues(unit, inserted.at(-1)));
  const added = after === undefined ? 0 : after.to - after.from;
  return { from: before?.from ?? change.from, to: change.to + added, newTo: change.newTo + added };
}

function cut(
  unit: InlineUnit | undefined,
  place: number,
  side: "start" | "end",
): { place: number; source: number } | undefined {
  if (unit === undefined) return undefined;
  const source = unit.places?.[place - unit.from];
  const isInside = place >= unit.from && place <= unit.to;
  if (source !== undefined && isInside) return { place, source };
  return side === "start" ? { place: unit.from, source: unit.start } : { place: unit.to, source: unit.end };
}

/** The nodes between two positions, at their common depth. */
function cutContent(content: Fragment, from: number, to: number): readonly Node[] {
  if (from >= to) return [];
  const slice = pageSchema.nodes.paragraph.create(null, content).slice(from, to);
  return slice.content.content;
}

/** Code is literal: without backticks, only a pipe in a table has to be escaped. */
function writeCode(content: readonly Node[], isCell: boolean, [head, tail]: [string, string]): string | undefined {
  const code = content.map(({ text = "" }) => text).join("");
  if (code.includes("`") || content.some(({ isText }) => !isText)) return undefined;
  return head + (isCell ? code.replaceAll("|", "\\|") : code) + tail;
}
