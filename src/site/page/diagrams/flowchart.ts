import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { type FlowGroups, type FlowStatement, namesOfGroups, readGroups, subgraph } from "./flowchart-groups.ts";
import { type FlowNode, takeLink, takeNode } from "./flowchart-tokens.ts";
import { hideSigns } from "./label-signs.ts";
import type { GroupsAround } from "./place-inner-links.ts";

/** Matches up to a semicolon outside quotes that doesn't end an entity. */
const statementText = /(?:"[^"]*"|#\w{1,9};|[^;])+/g;
const partsMax = 150;
const ignored = /^(?:click|href|linkStyle\s|%%)/;
const styling = /^(?:classDef|class|style)\s/;

/**
 * Normalizes a flowchart for the library: names become plain IDs, labels lose characters that would end them, and a
 * node has the shape it is given anywhere in the diagram.
 */
export function flowchartText({ header, lines }: DiagramSource): { text: string; groupsAround: GroupsAround } {
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
  const isGroup = ({ id }: FlowNode) => groupNames.has(id);
  const groups = readGroups(parsed, names, isGroup, direction);
  const { print, isAtHome } = createPrinter(names, shapes, groups);
  const deferred: string[] = [];
  const printed = parsed.flatMap(({ line, statement }) => {
    if (statement === undefined) return print(line, undefined);
    const nodes = statement.groups.flat();
    if (nodes.every((node) => !isGroup(node) && isAtHome(node))) return print(line, statement);
    // Links out of a group, and to one, come last: the library adds all nodes of a line to the group around it.
    const own = nodes.filter((node) => !isGroup(node) && isAtHome(node));
    const places = own.flatMap((node) => print(line, { groups: [[node]], links: [] }));
    deferred.push(...printLinks(statement, (node) => names.get(node.id) ?? node.id));
    return places;
  });
  return { text: [`flowchart ${direction}`, ...printed, ...deferred].join("\n"), groupsAround: groups.around };
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

function createPrinter(names: Map<string, string>, shapes: Map<string, string>, groups: FlowGroups) {
  const placed = new Set<string>();
  let open: string[] = [];
  let count = 0;

  /** A node is declared in the group that contains it; afterwards its ID is enough. */
  function printNode({ id, className }: FlowNode): string {
    const name = names.get(id) ?? id;
    const isPlaced = placed.has(`${id} in a group`) || (open.length === 0 && placed.has(id));
    placed.add(open.length === 0 ? id : `${id} in a group`);
    const shape = isPlaced ? "" : (shapes.get(id) ?? `[${hideSigns(id)}]`);
    return `${name}${shape}${className === undefined ? "" : `:::${className}`}`;
  }

  /** Whether a node may be mentioned where the printer is now. */
  function isAtHome({ id }: FlowNode): boolean {
    return open.length === 0 || groups.around.get(names.get(id) ?? id)?.at(-1) === open.at(-1);
  }

  function print(line: DiagramLine, statement: FlowStatement | undefined): string[] {
    if (statement !== undefined) return printLinks(statement, printNode);
    const group = subgraph.exec(line.text);
    if (group !== null) {
      count += 1;
      open = [...open, `g${count}`];
      const label = hideSigns((group[2] ?? group[3] ?? "").replaceAll(/^"|"$/g, ""));
      return [groups.empty.has(`g${count}`) ? `g${count}[${label}]` : `subgraph g${count} [${label}]`];
    }
    const current = open.at(-1) ?? "";
    if (line.text === "end") {
      open = open.slice(0, -1);
      return groups.empty.has(current) ? [] : [line.text];
    }
    if (ignored.test(line.text) || (/^direction\s/.test(line.text) && !groups.turned.has(current))) return [];
    return [styling.test(line.text) ? printStyling(line.text, names) : line.text];
  }

  return { print, isAtHome };
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
