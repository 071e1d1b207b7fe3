import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { hideSpaces } from "./label-signs.ts";

const cosmetic = /^(?:classDef|class|style|cssClass|click|link|callback|direction\s+(?:TB|TD|BT|LR|RL)$)/;
const entities = /^([^\s|{}]+?)\s*([|o}{]{2})(--|\.\.)([|o}{]{2})\s*([^\s:|{}]+)\s*(?::\s*(.*))?$/;

/** Converts an entity relationship diagram for the library, once every line is known to be supported. */
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

/** The line for the library, or undefined if the library would lose it. */
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

const quotedOrAlias = /(?:([\w-]+)\s*\[\s*)?"([^"]+)"(?:\s*\])?|([\w-]+)\s*\[\s*([^\]"]+?)\s*\]/g;
const relationSigns = String.raw`[|o}{]{2}(?:--|\.\.)[|o}{]{2}`;
const relation = new RegExp(`^(.*${relationSigns}[^:]*)(:.*)?$`);
const secondName = new RegExp(`(${relationSigns}\\s*)([\\w-]+)`);

/** Replaces `id["A name"]` and `"A name"` with a single word that displays as the name, wherever the ID is used. */
function withPlainNames(lines: readonly DiagramLine[]): DiagramLine[] {
  const names = new Map<string, string>();
  const bodies = new Set<DiagramLine>();
  let isInBody = false;
  const plain = lines.map((line) => {
    if (isInBody) {
      isInBody = line.text !== "}";
      bodies.add(line);
      return line;
    }
    // Classes only affect styling, and text after a colon is the relation's label.
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

const counts: Record<string, string> = {
  "zero or one": "|o",
  "one or zero": "|o",
  "one or more": "}|",
  "one or many": "}|",
  "many(1)": "}|",
  "1+": "}|",
  "zero or more": "}o",
  "zero or many": "}o",
  "many(0)": "}o",
  "0+": "}o",
  "only one": "||",
  "1": "||",
};
const mirrored: Record<string, string> = { "|o": "o|", "}|": "|{", "}o": "o{", "||": "||" };
const count = String.raw`(?:zero or one|one or zero|one or more|one or many|many\([01]\)|[01]\+|zero or more|zero or many|only one|1|[|o}]{2})`;
const inWords = new RegExp(
  String.raw`^(\S+|.*["\]])\s+(${count})\s*(\s(?:to|optionally to)\s|--|\.\.)\s*(${count.replace("[|o}]", "[|o{]")})\s+(.+)$`,
);

/** Converts `CAR 1 to zero or more DRIVER : allows` to symbols. */
function withCountSigns(statement: string): string {
  const [whole, one, left = "", line = "", right = "", rest] = inWords.exec(statement) ?? [];
  if (whole === undefined) return statement;
  const dashes = line.includes("optionally") ? ".." : line.includes("to") ? "--" : line;
  const ofRight = counts[right];
  return `${one} ${counts[left] ?? left}${dashes}${ofRight === undefined ? right : mirrored[ofRight]} ${rest}`;
}
