import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { type FlowLink, type FlowNode, takeLink, takeNode } from "./flowchart-tokens.ts";
import { hideSigns } from "./label-signs.ts";

/** `A & B -->|yes| C`: groups of nodes and the links between them. */
interface FlowStatement {
  groups: FlowNode[][];
  links: FlowLink[];
}

const subgraph = /^subgraph\s+(?:([\p{L}\p{N}_.-]+)\s*\[(.+)\]|(.+))$/u;
/** Matches up to a semicolon outside quotes that doesn't end an entity. */
const statementText = /(?:"[^"]*"|#\w{1,9};|[^;])+/g;
const partsMax = 150;
const ignored = /^(?:click|href|linkStyle\s|%%)/;
const styling = /^(?:classDef|class|style)\s/;

/**
 * Normalizes a flowchart for the library: names become plain IDs, labels lose characters that would end them, and a
 * node has the shape it is given anywhere in the diagram.
 */
export function flowchartText({ header, lines }: DiagramSource): string {
  const direction = /\b(TB|TD|BT|RL|LR)\b/.exec(header)?.[1] ?? "TD";
  const statements = splitStatements(header, lines);
  const names = new Map<string, string>();
  const shapes = new Map<string, string>();
  const groupNames = namesOfGroups(statements);
  let links = 0;
  const parsed = statements.map((line) => ({ line, statement: parseStatement(line) }));
  for (const { statement } of parsed) {
    for (const { id, shape } of statement?.groups.flat() ?? []) {
      if (!names.has(id)) names.set(id, groupNames.get(id) ?? `n${names.size}`);
      if (shape === undefined) continue;
      if (groupNames.has(id)) throw new DiagramProblem(`it has a node with the name of the group "${id}"`);
      shapes.set(id, shape);
    }
    links += linkCount(statement);
  }
  if (links > partsMax || names.size > partsMax)
    throw new DiagramProblem(`it has more than ${partsMax} nodes or links`);
  const print = createPrinter(names, shapes);
  const isOfGroup = ({ id }: FlowNode) => groupNames.has(id);
  const deferred: string[] = [];
  const printed = parsed.flatMap(({ line, statement }) => {
    if (statement === undefined || !statement.groups.flat().some(isOfGroup)) return print(line, statement);
    // Links to a group come last, once the library knows the group; their nodes are declared here.
    const nodes = statement.groups.flat().filter((node) => !isOfGroup(node));
    const places = nodes.flatMap((node) => print(line, { groups: [[node]], links: [] }));
    deferred.push(...printLinks(statement, (node) => names.get(node.id) ?? node.id));
    return places;
  });
  return [`flowchart ${direction}`, ...printed, ...deferred].join("\n");
}

/** The name of each group and its ID in the library, which numbers groups in order. */
function namesOfGroups(statements: readonly DiagramLine[]): Map<string, string> {
  const names = new Map<string, string>();
  let count = 0;
  for (const { text } of statements) {
    const [whole, id, , title] = subgraph.exec(text) ?? [];
    if (whole === undefined) continue;
    count += 1;
    const name = id ?? title?.trim().replaceAll(/^"|"$/g, "") ?? "";
    if (!names.has(name)) names.set(name, `g${count}`);
  }
  return names;
}

/** `A & B --> C & D` means four links. */
function linkCount(statement: FlowStatement | undefined): number {
  const sizes = statement?.groups.map((group) => group.length) ?? [];
  return sizes.slice(1).reduce((count, size, index) => count + size * (sizes[index] ?? 0), 0);
}

/** Statements end at a line break or semicolon; the first may follow the header. */
function splitStatements(header: string, lines: DiagramLine[]): DiagramLine[] {
  const afterHeader = header.includes(";") ? header.slice(header.indexOf(";") + 1) : "";
  return [{ text: afterHeader, number: 1 }, ...lines].flatMap(({ text, number }) =>
    (text.match(statementText) ?? []).map((part) => ({ text: part.trim(), number })).filter((part) => part.text !== ""),
  );
}

function parseStatement(line: DiagramLine): FlowStatement | undefined {
  const { text } = line;
  if (text === "end" || /^(?:direction|subgraph)\s/.test(text) || ignored.test(text) || styling.test(text))
    return undefined;
  const statement: FlowStatement = { groups: [], links: [] };
  let rest = takeGroup(text, statement);
  while (rest !== undefined && rest !== "") {
    const found = takeLink(rest);
    if (found === undefined) break;
    statement.links.push(found[0]);
    rest = takeGroup(found[1], statement);
  }
  if (rest !== "") throw notUnderstood(line);
  return statement;
}

function takeGroup(text: string, statement: FlowStatement): string | undefined {
  const group: FlowNode[] = [];
  let rest = text;
  do {
    const found = takeNode(rest.replace(/^&\s*/, ""));
    if (found === undefined) return undefined;
    group.push(found[0]);
    rest = found[1];
  } while (rest.startsWith("&"));
  statement.groups.push(group);
  return rest;
}

function createPrinter(names: Map<string, string>, shapes: Map<string, string>) {
  const placed = new Set<string>();
  let depth = 0;
  let subgraphs = 0;

  /** A node is declared in the first group that contains it; afterwards its ID is enough. */
  function printNode({ id, className }: FlowNode): string {
    const name = names.get(id) ?? id;
    const isPlaced = placed.has(`${id} in a group`) || (depth === 0 && placed.has(id));
    placed.add(depth === 0 ? id : `${id} in a group`);
    const shape = isPlaced ? "" : (shapes.get(id) ?? `[${hideSigns(id)}]`);
    return `${name}${shape}${className === undefined ? "" : `:::${className}`}`;
  }

  return (line: DiagramLine, statement: FlowStatement | undefined): string[] => {
    if (statement !== undefined) return printLinks(statement, printNode);
    const group = subgraph.exec(line.text);
    if (group !== null) {
      depth += 1;
      subgraphs += 1;
      const label = group[2] ?? group[3] ?? "";
      return [`subgraph g${subgraphs} [${hideSigns(label.replaceAll(/^"|"$/g, ""))}]`];
    }
    if (line.text === "end") depth = Math.max(0, depth - 1);
    if (ignored.test(line.text)) return [];
    return [styling.test(line.text) ? printStyling(line.text, names) : line.text];
  };
}

function printLinks({ groups, links }: FlowStatement, printNode: (node: FlowNode) => string): string[] {
  const printed = groups.map((group) => group.map(printNode).join(" & "));
  if (links.length === 0 || links.some((link) => link.isInvisible)) return printed;
  return [
    printed
      .map((group, index) => {
        const link = links[index];
        if (link === undefined) return group;
        return `${group} ${link.arrow}${link.label === undefined ? "" : `|${link.label}|`} `;
      })
      .join(""),
  ];
}

/** `class A,B warm` and `style A fill:#fee`, with the renamed nodes. */
function printStyling(text: string, names: ReadonlyMap<string, string>): string {
  if (text.startsWith("classDef")) return text;
  return text.replace(/^(class|style)(\s+)(\S+)/, (_, word: string, space: string, ids: string) => {
    const renamed = ids.split(",").map((id) => names.get(id.trim()) ?? "none");
    return `${word}${space}${renamed.join(",")}`;
  });
}
