import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { withPlainNames } from "./entity-names.ts";

/** What the library shall read for a line, or undefined when it would lose it. */
type LineReader = (text: string) => string | undefined;
export type LineKind = "class" | "er";
const cosmetic = /^(?:classDef|class|style|cssClass|click|link|callback|direction\s+(?:TB|TD|BT|LR|RL)$)/;

/** Class and entity diagrams go to the library line by line, once each line is known to be drawn. */
export function linesText(kind: LineKind, source: DiagramSource): string {
  const read = readers[kind];
  const lines = kind === "er" ? withPlainNames(source.lines) : source.lines;
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
    isInBody = clean.endsWith("{") && !clean.startsWith("namespace");
    return clean;
  });
  return [headers[kind], ...printed].join("\n");
}

const headers = { class: "classDiagram", er: "erDiagram" };

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
  const [, annotation, annotated] = /^(<<\w+>>)\s+([\w~.]+)$/.exec(text) ?? [];
  if (annotated !== undefined) return `class ${annotated} {\n${annotation}\n}`;
  return cosmetic.test(text) ? "" : undefined;
};

const entities = /^([^\s|{}]+?)\s*([|o}{]{2})(--|\.\.)([|o}{]{2})\s*([^\s:|{}]+)\s*(?::\s*(.*))?$/;

const readEntity: LineReader = (text) => {
  if (/^[^\s"]+\s*\{$/.test(text)) return text;
  if (/^[^\s{}|:"]+$/.test(text)) return `${text} {\n}`;
  const [, one, oneCount = "", line = "", otherCount = "", other, label] = entities.exec(text) ?? [];
  if (one !== undefined) {
    const counts = [oneCount, otherCount].map((count) => count.replace("}o", "o{").replace("o}", "o{"));
    return `${one} ${counts[0]}${line}${counts[1]} ${other} : ${label === undefined || label === "" ? '" "' : label}`;
  }
  return cosmetic.test(text) ? "" : undefined;
};

const readers: Record<LineKind, LineReader> = {
  class: readClass,
  er: readEntity,
};
