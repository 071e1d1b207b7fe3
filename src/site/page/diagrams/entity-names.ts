import type { DiagramLine } from "./diagram-source.ts";
import { withCountSigns } from "./entity-counts.ts";
import { hideSpaces } from "./label-signs.ts";

const quotedOrAlias = /(?:([\w-]+)\s*\[\s*)?"([^"]+)"(?:\s*\])?|([\w-]+)\s*\[\s*([^\]"]+?)\s*\]/g;
const counts = String.raw`[|o}{]{2}(?:--|\.\.)[|o}{]{2}`;
const relation = new RegExp(`^(.*${counts}[^:]*)(:.*)?$`);
const secondName = new RegExp(`(${counts}\\s*)([\\w-]+)`);

/** `id["A name"]` and `"A name"` become one word that is shown as the name; the id means the same everywhere. */
export function withPlainNames(lines: readonly DiagramLine[]): DiagramLine[] {
  const names = new Map<string, string>();
  const bodies = new Set<DiagramLine>();
  let isInBody = false;
  const plain = lines.map((line) => {
    if (isInBody) {
      isInBody = line.text !== "}";
      bodies.add(line);
      return line;
    }
    // Classes are for the eye only, and what stands behind a colon is the label of the relation.
    const statement = withCountSigns(line.text.replaceAll(/\s*:::\s*[\w,-]+/g, ""));
    const [, before = statement, label = ""] = relation.exec(statement) ?? [];
    const text = before.replaceAll(quotedOrAlias, (_, id, quoted, otherId, bare) => {
      const name = hideSpaces(String(quoted ?? bare));
      names.set(String(id ?? otherId ?? name), name);
      return name;
    });
    isInBody = text.endsWith("{");
    return { ...line, text: text + label };
  });
  const nameOf = (id: string) => names.get(id) ?? id;
  return plain.map((line) => {
    if (bodies.has(line)) return line;
    const text = line.text.replace(/^[\w-]+/, nameOf).replace(secondName, (_, count, id) => count + nameOf(id));
    return { ...line, text };
  });
}
