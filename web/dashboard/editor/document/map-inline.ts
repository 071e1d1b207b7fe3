import type { PhrasingContent } from "mdast";
import type { Mark, Node } from "prosemirror-model";
import type { InlineUnit, Range } from "./node-origin.ts";
import { type OpaqueKind, pageSchema } from "./page-schema.ts";
import { readAttributes } from "./read-tag.ts";
import { textPlaces } from "./text-positions.ts";
import { type MapContext, opaqueKind, rangeOf } from "./tree-range.ts";

interface MappedInline {
  nodes: Node[];
  units: InlineUnit[];
}

/** Maps the inline content of a block. Positions in the units are relative to the base, the start of the block. */
export function mapInline(tree: readonly PhrasingContent[], base: number, context: MapContext): MappedInline {
  return mapChildren(tree, [], 0, { ...context, base });
}

interface InlineContext extends MapContext {
  base: number;
}

const { nodes, marks: markTypes } = pageSchema;

function mapChildren(
  tree: readonly PhrasingContent[],
  marks: readonly Mark[],
  from: number,
  context: InlineContext,
): MappedInline {
  const mapped: MappedInline = { nodes: [], units: [] };
  let at = from;
  for (const child of tree) {
    const { nodes, unit } = mapOne(child, marks, at, context);
    mapped.nodes.push(...nodes);
    mapped.units.push(unit);
    at = unit.to;
  }
  return mapped;
}

function mapOne(
  tree: PhrasingContent,
  marks: readonly Mark[],
  from: number,
  context: InlineContext,
): { nodes: Node[]; unit: InlineUnit } {
  const range = relativeRange(tree, context);
  const source = context.source.slice(range.start + context.base, range.end + context.base);
  switch (tree.type) {
    case "text":
      return text(tree.value, marks, source, range.start);
    case "inlineCode":
      return inlineCode(tree.value);
    case "strong":
      return marked(markTypes.strong.create(), tree.children);
    case "emphasis":
      return marked(markTypes.emphasis.create(), tree.children);
    case "delete":
      return marked(markTypes.strike.create(), tree.children);
    case "link": {
      const mark = markTypes.link.create({ href: tree.url, title: tree.title ?? null });
      return marked(mark, tree.children, source.startsWith("["));
    }
    case "linkReference": {
      const definition = context.definitions.get(tree.identifier);
      if (definition === undefined) return atom(opaque("reference"));
      const reference = tree.label ?? tree.identifier;
      const attributes = { href: definition.url, title: definition.title ?? null, reference };
      return marked(markTypes.link.create(attributes), tree.children, tree.referenceType === "full");
    }
    case "break":
      return atom(nodes.hardBreak.create(null, null, marks));
    case "image": {
      const attributes = { src: tree.url, alt: tree.alt ?? "", title: tree.title ?? null };
      return atom(nodes.image.create(attributes, null, marks));
    }
    case "mdxJsxTextElement": {
      const attributes = { name: tree.name ?? "", attributes: readAttributes(tree) };
      const content = mapChildren(tree.children, [], from + 1, context);
      const node = nodes.inlineComponent.create(attributes, content.nodes, marks);
      const unit: InlineUnit = { ...range, from, to: from + node.nodeSize };
      const inside = insideOf(tree.children, content.units, context);
      return { nodes: [node], unit: inside === undefined ? unit : { ...unit, inside } };
    }
    default:
      return atom(opaque(opaqueKind(tree)));
  }

  function text(value: string, withMarks: readonly Mark[], written: string, start: number) {
    const content = value.replaceAll(/\r\n|\r|\n/g, " ");
    const places = textPlaces(content, written, start);
    const unit: InlineUnit = {
      start,
      end: start + written.length,
      from,
      to: from + content.length,
      ...(places && { places }),
    };
    return { nodes: content === "" ? [] : [pageSchema.text(content, withMarks)], unit };
  }

  function inlineCode(value: string) {
    const mark = markTypes.code.create();
    const fence = source.length - source.replace(/^`+/, "").length;
    const padding = source.slice(fence).startsWith(` ${value} `) ? 1 : 0;
    const edge = fence + padding;
    const content = text(value, mark.addToSet(marks), source.slice(edge, -edge), range.start + edge);
    const inside = { range: { start: range.start + edge, end: range.end - edge }, units: [content.unit] };
    const unit: InlineUnit = { ...range, from, to: content.unit.to, mark, ...(content.unit.places && { inside }) };
    return { nodes: content.nodes, unit };
  }

  function marked(mark: Mark, children: readonly PhrasingContent[], canOpen = true) {
    const content = mapChildren(children, mark.addToSet(marks), from, context);
    const inside = canOpen ? insideOf(children, content.units, context) : undefined;
    const unit: InlineUnit = { ...range, from, to: content.units.at(-1)?.to ?? from, mark, ...(inside && { inside }) };
    return { nodes: content.nodes, unit };
  }

  function atom(node: Node) {
    return { nodes: [node], unit: { ...range, from, to: from + node.nodeSize } };
  }

  function opaque(kind: OpaqueKind): Node {
    return nodes.inlineOpaque.create({ source: source.replaceAll(/\r\n?/g, "\n"), kind }, null, marks);
  }
}

function insideOf(
  children: readonly PhrasingContent[],
  units: readonly InlineUnit[],
  context: InlineContext,
): InlineUnit["inside"] {
  const [first, last] = [children.at(0), children.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { range: { start: relativeRange(first, context).start, end: relativeRange(last, context).end }, units };
}

function relativeRange(tree: PhrasingContent, { base }: InlineContext): Range {
  const { start, end } = rangeOf(tree);
  return { start: start - base, end: end - base };
}
