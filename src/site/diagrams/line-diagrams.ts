import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";

/** What the library shall read for a line, or undefined when it would lose it. */
type LineReader = (text: string) => string | undefined;
export type LineKind = "state" | "class" | "er";
const cosmetic = /^(?:classDef|class|style|cssClass|click|link|callback|direction\s+(?:TB|TD|BT|LR|RL)$)/;

/** State, class and entity diagrams go to the library line by line, once each line is known to be drawn. */
export function linesText(kind: LineKind, { lines }: DiagramSource): string {
  const read = readers[kind];
  let isInBody = false;
  const printed = lines.map((line: DiagramLine) => {
    const text = line.text.replace(/;$/, "").trim();
    if (isInBody) {
      isInBody = text !== "}";
      if (isInBody && kind === "er" && !/^\S+\s+\S/.test(text)) throw notUnderstood(line);
      return text;
    }
    const clean = read(text);
    if (clean === undefined) throw notUnderstood(line);
    isInBody = (kind === "class" || kind === "er") && clean.endsWith("{") && !clean.startsWith("namespace");
    return clean;
  });
  return [headers[kind], ...printed].join("\n");
}

const headers = { state: "stateDiagram-v2", class: "classDiagram", er: "erDiagram" };

const stateName = String.raw`(?:\[\*\]|[\w\p{L}-]+)`;
const transition = new RegExp(`^${stateName}\\s*-->\\s*${stateName}(?:\\s*:\\s*.+)?$`, "u");

const readState: LineReader = (text) => {
  if (text === "}" || transition.test(text) || /^direction\s+\w\w$/.test(text)) return text;
  if (/^state\s+(?:"[^"]+"\s+as\s+)?[\w\p{L}]+\s*\{$/u.test(text)) return text;
  if (/^state\s+"[^"]+"\s+as\s+[\w\p{L}]+$/u.test(text)) return text;
  const plain = /^state\s+([\w\p{L}]+)(?:\s*<<\w+>>)?$/u.exec(text)?.[1];
  if (plain !== undefined) return `${plain} : ${plain}`;
  if (/^[\w\p{L}-]+\s*:\s*.+$/u.test(text)) return text;
  return cosmetic.test(text) ? "" : undefined;
};

const relation =
  /^(\S+?)\s*("[^"]*")?\s*(<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.|--)\s*("[^"]*")?\s*([\w~.]+)\s*(?::\s*(.+))?$/;

const readClass: LineReader = (text) => {
  if (text === "}" || /^namespace\s+\S+\s*\{$/.test(text)) return text;
  if (/^class\s+[^\s[{]+\s*\{?$/.test(text) || /^class\s+[^\s[{]+\s*\{\s*<<\w+>>\s*\}$/.test(text)) return text;
  const [, from, fromCount, arrow, toCount, to, label] = relation.exec(text) ?? [];
  if (arrow !== undefined) {
    // The library needs spaces that authors leave out.
    const parts = [from, fromCount, arrow, toCount, to].filter((part) => part !== undefined);
    return `${parts.join(" ")}${label === undefined ? "" : ` : ${label}`}`;
  }
  if (/^[\w~.]+\s*:\s*.+$/.test(text)) return text;
  return cosmetic.test(text) ? "" : undefined;
};

const entities = /^(\S+)\s+([|o}{]{2})(--|\.\.)([|o}{]{2})\s+([^\s:]+)\s*(?::\s*(.*))?$/;

const readEntity: LineReader = (text) => {
  if (/^[^\s"]+\s*\{$/.test(text)) return text;
  if (/^[\w-]+$/.test(text)) return `${text} {\n}`;
  const [, one, oneCount = "", line = "", otherCount = "", other, label] = entities.exec(text) ?? [];
  if (one !== undefined) {
    const counts = [oneCount, otherCount].map((count) => count.replace("}o", "o{").replace("o}", "o{"));
    return `${one} ${counts[0]}${line}${counts[1]} ${other} : ${label === undefined || label === "" ? '" "' : label}`;
  }
  return cosmetic.test(text) ? "" : undefined;
};

const readers: Record<LineKind, LineReader> = {
  state: readState,
  class: readClass,
  er: readEntity,
};
