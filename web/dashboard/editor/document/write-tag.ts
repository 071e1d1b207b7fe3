import type { Node } from "prosemirror-model";
import type { Origin, Range } from "./node-origin.ts";
import { type ComponentAttribute, componentAttributes } from "./page-schema.ts";
import { writeAttribute } from "./write-attribute.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes the opening tag, replacing changed attributes in place, so that a tag on several lines keeps its lines. */
export function writeTag(node: Node, old: Node, origin: Origin, context: WriteContext, hasChildren: boolean): string {
  const { text, tag } = origin;
  if (tag === undefined) return "";
  const before = componentAttributes(old);
  const after = componentAttributes(node);
  const quoteOf = (range: Range | undefined) => {
    const last = range === undefined ? undefined : text[range.end - 1];
    return last === '"' || last === "'" ? last : context.style.quote;
  };
  const taken = new Set<number>();
  let written = text.slice(0, tag.nameEnd);
  for (const attribute of after) {
    const index = before.findIndex((known, at) => known.name === attribute.name && !taken.has(at));
    const range = tag.attributes[index];
    taken.add(index);
    if (range === undefined) written += newBlank() + writeAttribute(attribute, context.style.quote);
    else {
      const isSame = sameValue(attribute, before[index]);
      written +=
        blankBefore(index) + (isSame ? text.slice(range.start, range.end) : writeAttribute(attribute, quoteOf(range)));
    }
  }
  const end = text.slice(tag.attributes.at(-1)?.end ?? tag.nameEnd, tag.openEnd);
  const isOpened = hasChildren && tag.isSelfClosing;
  return written + (isOpened ? `${/[\r\n]/.test(end) ? end.slice(0, -2) : ""}>` : end);

  function blankBefore(index: number): string {
    return text.slice(tag?.attributes[index - 1]?.end ?? tag?.nameEnd, tag?.attributes[index]?.start);
  }

  /** A new attribute gets its own line if the others have their own lines. */
  function newBlank(): string {
    const last = (tag?.attributes.length ?? 0) - 1;
    return last < 0 ? " " : blankBefore(last);
  }
}

function sameValue(one: ComponentAttribute, other: ComponentAttribute | undefined): boolean {
  if (other === undefined) return false;
  const expression = ({ value }: ComponentAttribute) =>
    value !== null && typeof value === "object" ? value.expression : undefined;
  return one.value === other.value || (expression(one) !== undefined && expression(one) === expression(other));
}
