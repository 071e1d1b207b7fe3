import { classesOf, type HtmlElement, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import { type BlockWriter, textAttribute } from "./markdown-writer.ts";

/** A code block with its language and title. Lines marked as added or removed become a diff. */
export const codeFence: BlockWriter = (node) => {
  if (classesOf(node).includes("math")) return [`$$\n${textOf(node.children).trim()}\n$$`];
  const lines = markedLines(node);
  const code = (lines === undefined ? textOf(node.children) : lines.join("")).replace(/\n$/, "");
  const language = lines === undefined ? textAttribute(node, "data-language") : "diff";
  const info = [language, textAttribute(node, "data-title")].filter((part) => part !== undefined).join(" ");
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  // The info string of a fence can't contain a backtick.
  return [`${fence}${info.replaceAll(/[`\n]/g, "'")}\n${code}\n${fence}`];
};

const signs: Record<string, string> = { added: "+", removed: "-" };

function markedLines(node: HtmlElement): string[] | undefined {
  const lines = node.children.filter(isElement).flatMap((code) => code.children);
  if (!lines.some((line) => signOf(line) !== undefined)) return undefined;
  return lines.map((line) => `${signOf(line) ?? " "}${textOf([line])}`);
}

function signOf(line: HtmlNode): string | undefined {
  return isElement(line) ? classesOf(line).flatMap((name) => signs[name] ?? [])[0] : undefined;
}
