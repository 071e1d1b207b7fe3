import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import type { GraphGroup } from "./graph-layout.ts";
import type { RelationMark } from "./relation-marks.ts";

export interface ClassBox {
  name: string;
  group: string | undefined;
  annotations: string[];
  attributes: string[];
  methods: string[];
}

export interface ClassRelation {
  from: string;
  to: string;
  label: string;
  isDashed: boolean;
  start: RelationMark;
  end: RelationMark;
  startCount: string;
  endCount: string;
}

export interface ClassDiagram {
  direction: string;
  classes: Map<string, ClassBox>;
  relations: ClassRelation[];
  notes: { text: string; of: string | undefined; group: string | undefined }[];
  namespaces: GraphGroup[];
}

const word = String.raw`[\p{L}\p{N}_]+`;
const name = String.raw`(?:${"`[^`]+`"}|${word}(?:(?:\.|::|-)${word})*)(?:~[^"{:]+?~)?`;
const style = String.raw`(?:\s*:::[\w-]+)?`;
const relation = new RegExp(
  String.raw`^(${name})${style}\s*(?:"([^"]*)")?\s*(<\||\*|(?<=[\s"])o|<|\(\))?(--|\.\.)(\|>|\*|o(?=[\s"])|>|\(\))?\s*(?:"([^"]*)")?\s*(${name})${style}\s*(?::\s*(.*))?$`,
  "u",
);
const declaration = new RegExp(
  String.raw`^class\s+(${name})\s*(?:\[\s*"?([^\]"]*)"?\s*\])?${style}\s*(?:<<([^>]+)>>)?\s*(\{(.*)\}|\{)?$`,
  "u",
);
const member = new RegExp(String.raw`^(${name})\s*:\s*(.+)$`, "u");
const annotation = new RegExp(String.raw`^<<([^>]+)>>\s*(${name})?$`, "u");
const namespace = new RegExp(String.raw`^namespace\s+(${name})\s*(?:\[\s*"?([^\]"]*)"?\s*\])?\s*\{$`, "u");
const note = new RegExp(String.raw`^note\s+(?:for\s+(${name})\s+)?"([^"]*)"$`, "u");
const cosmetic = /^(?:classDef|style|cssClass|click|link|callback)\s|^class\s+[\w,]+\s+\S+$/;
const namespacesMax = 60;
const marks: Record<string, RelationMark> = {
  "<|": "triangle",
  "|>": "triangle",
  "*": "diamond",
  o: "hollow diamond",
  "<": "arrow",
  ">": "arrow",
  "()": "circle",
};

export function readClasses({ lines }: DiagramSource): ClassDiagram {
  const diagram: ClassDiagram = { direction: "TB", classes: new Map(), relations: [], notes: [], namespaces: [] };
  const groups: string[] = [];
  let open: ClassBox | undefined;

  function boxOf(written: string): ClassBox {
    const id = idOf(written);
    const known = diagram.classes.get(id) ?? newBox(written);
    diagram.classes.set(id, known);
    return known;
  }

  function declare([, written = "", label, kind, body, inline = ""]: RegExpExecArray): void {
    const box = boxOf(written);
    box.group ??= groups.at(-1);
    if (label !== undefined) box.name = label;
    if (kind !== undefined) box.annotations.push(kind.trim());
    if (body === "{") open = box;
    for (const part of inline.split(";")) addMember(box, part.trim());
  }

  function relate([
    ,
    from = "",
    startCount = "",
    start,
    line,
    end,
    endCount = "",
    to = "",
    label = "",
  ]: RegExpExecArray) {
    for (const written of [from, to]) boxOf(written);
    diagram.relations.push({
      from: idOf(from),
      to: idOf(to),
      label: label.trim().replaceAll(/^"|"$/g, ""),
      isDashed: line === "..",
      start: marks[start ?? ""] ?? "none",
      end: marks[end ?? ""] ?? "none",
      startCount,
      endCount,
    });
  }

  function readLine(line: DiagramLine, text: string): void {
    const declared = declaration.exec(text);
    const related = relation.exec(text);
    const [, kind, annotated] = annotation.exec(text) ?? [];
    const [, space, spaceLabel] = namespace.exec(text) ?? [];
    const [, noted, words] = note.exec(text) ?? [];
    const [, owner = "", said] = member.exec(text) ?? [];
    const direction = /^direction\s+(TB|TD|BT|LR|RL)$/.exec(text)?.[1];
    if (declared !== null) declare(declared);
    else if (related !== null) relate(related);
    else if (kind !== undefined && annotated !== undefined) boxOf(annotated).annotations.push(kind.trim());
    else if (space !== undefined) groups.push(openNamespace(diagram.namespaces, space, spaceLabel, groups.at(-1)));
    else if (words !== undefined) {
      const of = noted === undefined ? undefined : idOf(noted);
      if (noted !== undefined) boxOf(noted);
      diagram.notes.push({ text: words, of, group: of === undefined ? groups.at(-1) : undefined });
    } else if (direction !== undefined) diagram.direction = direction;
    else if (text === "}" && groups.length > 0) groups.pop();
    else if (said !== undefined) addMember(boxOf(owner), said.trim());
    else if (!cosmetic.test(text)) throw notUnderstood(line);
  }

  for (const line of lines) {
    const text = line.text.replace(/;$/, "").trim();
    if (open === undefined) readLine(line, text);
    else if (text === "}") open = undefined;
    else addMember(open, text);
  }
  return diagram;
}

/** `A.B` is `B` inside `A`. */
function openNamespace(namespaces: GraphGroup[], written: string, label: string | undefined, outer?: string): string {
  let parent = outer;
  const parts = written.split(".", namespacesMax + 1);
  if (namespaces.length + parts.length > namespacesMax)
    throw new DiagramProblem(`it has more than ${namespacesMax} namespaces`);
  for (const part of parts) {
    const id = parent === undefined ? part : `${parent}.${part}`;
    if (!namespaces.some((space) => space.id === id)) namespaces.push({ id, label: part, parent });
    parent = id;
  }
  const last = namespaces.find(({ id }) => id === parent);
  if (last !== undefined && label !== undefined) last.label = label;
  return parent ?? written;
}

/** The name without a type in tildes: `List~int~` and `List` are the same class. */
function idOf(written: string): string {
  return written.replace(/~.*$/, "").replaceAll("`", "");
}

function newBox(written: string): ClassBox {
  const name = withGenerics(written.replaceAll("`", ""));
  return { name, group: undefined, annotations: [], attributes: [], methods: [] };
}

function addMember(box: ClassBox, text: string): void {
  const kind = /^<<([^>]+)>>$/.exec(text)?.[1];
  if (kind !== undefined) box.annotations.push(kind.trim());
  else if (text !== "") (text.includes("(") ? box.methods : box.attributes).push(withGenerics(text));
}

/** `Map~K, List~V~~` → `Map<K, List<V>>`. A leading tilde is a visibility marker. */
function withGenerics(text: string): string {
  return text.replaceAll(/(?<=[\p{L}\p{N}_~>])~/gu, (_, at: number) =>
    /[\p{L}\p{N}_[(]/u.test(text[at + 1] ?? "") && text[at - 1] !== "~" ? "#lt;" : "#gt;",
  );
}
