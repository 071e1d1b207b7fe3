import type { Node } from "prosemirror-model";
import { findOrigin, type InlineUnit } from "./node-origin.ts";
import { pageSchema } from "./page-schema.ts";

/** The author's Markdown style, for text that has to be written anew. */
export type MarkdownStyle = ReturnType<typeof readMarkdownStyle>;

/** For each feature, the choice that is most frequent in the file. A feature that doesn't occur gets a default. */
export function readMarkdownStyle(doc: Node) {
  const counts = new Map<string, Map<string, number>>();
  const count = (feature: string, choice: string | undefined) => {
    if (choice === undefined) return;
    const choices = counts.get(feature) ?? new Map<string, number>();
    counts.set(feature, choices.set(choice, (choices.get(choice) ?? 0) + 1));
  };
  doc.descendants((node) => countBlock(node, count));
  const source = findOrigin(doc)?.text ?? "";
  const choose = <T extends string>(feature: string, choices: readonly [T, ...T[]]): T => {
    const found = [...(counts.get(feature) ?? [])].toSorted(([, one], [, other]) => other - one);
    const [choice] = found.flatMap(([name]) => choices.filter((known) => known === name));
    return choice ?? choices[0];
  };
  return {
    bullet: choose("bullet", ["-", "*", "+"]),
    emphasis: choose("emphasis", ["*", "_"]),
    strong: choose("strong", ["*", "_"]),
    fence: choose("fence", ["`", "~"]),
    quote: choose("quote", ['"', "'"]),
    rule: choose("rule", ["---", "***", "___", "* * *", "- - -"]),
    hardBreak: choose("break", ["\\\n", "  \n"]),
    /** The indentation of a component's children. */
    componentIndent: choose("indent", ["  ", "", "    ", "\t"]),
    /** The space after a bullet. */
    itemIndent: choose("item", ["one", "tab"]),
    lineEnding: source.includes("\r\n") ? "\r\n" : "\n",
    hasPaddedTables: choose("table", ["padded", "compact"]) === "padded",
  };
}

type Count = (feature: string, choice: string | undefined) => void;

const { nodes } = pageSchema;

function countBlock(node: Node, count: Count): boolean {
  const origin = findOrigin(node);
  if (origin === undefined) return !node.inlineContent;
  const { text, prefix, children, tag, units } = origin;
  if (node.type === nodes.listItem && !/^\d/.test(text)) {
    count("bullet", text[0]);
    count("item", /^[-*+] \S/.test(text) ? "one" : /^[-*+](?: {3}|\t)\S/.test(text) ? "tab" : undefined);
  }
  if (node.type === nodes.codeBlock) count("fence", text[0]);
  if (node.type === nodes.thematicBreak) count("rule", text);
  if (node.type === nodes.tableRow) count("table", text.startsWith("| ") ? "padded" : "compact");
  const firstChild = children?.[0];
  if (tag !== undefined) {
    for (const { start, end } of tag.attributes) count("quote", text.slice(start, end).at(-1));
    const indent = firstChild === undefined ? undefined : findOrigin(firstChild.node)?.prefix;
    if (indent !== undefined && text.slice(tag.openEnd, firstChild?.start).includes("\n")) {
      count("indent", indent.slice(prefix.length));
    }
  }
  if (units !== undefined) countUnits(units, text, count);
  return !node.inlineContent;
}

function countUnits(units: readonly InlineUnit[], text: string, count: Count): void {
  for (const { mark, start, end, inside } of units) {
    if (mark !== undefined) count(mark.type.name, text[start]);
    else if (end - start > 1 && text[end - 1] === "\n") count("break", text[start] === "\\" ? "\\\n" : "  \n");
    if (inside !== undefined) countUnits(inside.units, text, count);
  }
}
