import { type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { withPlainNames } from "./entity-names.ts";

const cosmetic = /^(?:classDef|class|style|cssClass|click|link|callback|direction\s+(?:TB|TD|BT|LR|RL)$)/;
const entities = /^([^\s|{}]+?)\s*([|o}{]{2})(--|\.\.)([|o}{]{2})\s*([^\s:|{}]+)\s*(?::\s*(.*))?$/;

/** An entity diagram goes to the library line by line, once each line is known to be drawn. */
export function entityText({ lines }: DiagramSource): string {
  let isInBody = false;
  const printed = withPlainNames(lines).map((line) => {
    const text = line.text.replace(/;$/, "").trim();
    if (isInBody) {
      isInBody = text !== "}";
      if (isInBody && !/^\S+\s+\S/.test(text)) throw notUnderstood(line);
      return text;
    }
    const clean = readEntity(text);
    if (clean === undefined) throw notUnderstood(line);
    isInBody = clean.endsWith("{");
    return clean;
  });
  return ["erDiagram", ...printed].join("\n");
}

/** What the library shall read for a line, or undefined when it would lose it. */
function readEntity(text: string): string | undefined {
  if (/^[^\s"]+\s*\{$/.test(text)) return text;
  if (/^[^\s{}|:"]+$/.test(text)) return `${text} {\n}`;
  const [, one, oneCount = "", line = "", otherCount = "", other, label] = entities.exec(text) ?? [];
  if (one !== undefined) {
    const counts = [oneCount, otherCount].map((count) => count.replace("}o", "o{").replace("o}", "o{"));
    return `${one} ${counts[0]}${line}${counts[1]} ${other} : ${label === undefined || label === "" ? '" "' : label}`;
  }
  return cosmetic.test(text) ? "" : undefined;
}
