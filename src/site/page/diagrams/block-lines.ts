import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { readColor } from "./drawing-colors.ts";
import { takeLink, takeShape } from "./flowchart-tokens.ts";

export interface Block {
  id: string;
  /** Undefined for an empty space. */
  label: string | undefined;
  /** The characters around its label, or `<` for an arrow. */
  shape: string;
  directions: string[];
  span: number;
  /** The number of columns for its children; all in one row by default. */
  columns: number | undefined;
  children: Block[];
  isGroup: boolean;
  color: string | undefined;
}

export interface BlockLink {
  from: Block;
  to: Block;
  arrow: string;
  label: string | undefined;
}

const id = /^[\p{L}\p{N}_]+(?:-(?!-)[\p{L}\p{N}_]+)*/u;
const arrow = /^<\[\s*"?([^\]"]*)"?\s*\]>\s*\(([\w\s,]*)\)/;
const group = /^block(?::([\p{L}\p{N}_-]+))?(?:\["?([^\]"]*)"?\])?(?::(\d{1,3}))?(?=\s|$)/u;
const space = /^space(?::(\d{1,3}))?(?=\s|$)/;
const blocksMax = 150;
const linksMax = 150;
const depthMax = 8;
const columnsMax = 40;

export function readBlocks({ header, lines }: DiagramSource): { root: Block; links: BlockLink[] } {
  const root = newBlock("", { isGroup: true });
  const path = [root];
  const known = new Map<string, Block>();
  const links: BlockLink[] = [];
  const classes = new Map<string, string>();
  let count = 0;

  function add(block: Block): Block {
    count += 1;
    if (count > blocksMax) throw new DiagramProblem(`it has more than ${blocksMax} blocks`);
    path.at(-1)?.children.push(block);
    if (block.id !== "") known.set(block.id, block);
    return block;
  }

  function takeBlock(text: string): [Block, string] | undefined {
    const name = id.exec(text)?.[0];
    if (name === undefined) return undefined;
    let rest = text.slice(name.length);
    const block = known.get(name) ?? add(newBlock(name, { label: name }));
    const [drawnArrow, words, directions] = arrow.exec(rest) ?? [];
    if (drawnArrow !== undefined) {
      Object.assign(block, { label: words?.replaceAll("&nbsp;", " ").trim(), shape: "<" });
      block.directions = (directions ?? "").split(",").map((word) => word.trim());
      rest = rest.slice(drawnArrow.length);
    } else {
      const shaped = takeShape(rest);
      const [, open, label] = /^([([{>/\\]+)(.*?)[\])}/\\]+$/.exec(shaped?.[0] ?? "") ?? [];
      if (open !== undefined) Object.assign(block, { shape: open, label });
      rest = shaped?.[1] ?? rest;
    }
    const [whole, span, style] = /^(?::(\d{1,3}))?(?::::([\w-]+))?/.exec(rest) ?? [];
    if (span !== undefined) block.span = Math.min(Number(span) || 1, columnsMax);
    if (style !== undefined) block.color = classes.get(style) ?? block.color;
    return [block, rest.slice(whole?.length ?? 0).trimStart()];
  }

  /** Adjacent blocks, and links between named ones. */
  function readStatement(line: DiagramLine, text: string): void {
    let rest = text;
    let last: Block | undefined;
    while (rest !== "") {
      const empty = space.exec(rest);
      if (empty !== null) {
        add(newBlock("", { span: Math.min(Number(empty[1] ?? 1) || 1, columnsMax) }));
        rest = rest.slice(empty[0].length).trimStart();
        continue;
      }
      const link = last === undefined ? undefined : takeLink(rest);
      const found = takeBlock(link?.[1] ?? rest);
      if (found === undefined) throw notUnderstood(line);
      if (link !== undefined && last !== undefined)
        links.push({ from: last, to: found[0], arrow: link[0].arrow, label: link[0].label });
      [last, rest] = found;
    }
  }

  function openGroup([, name = "", label, span]: RegExpExecArray): void {
    if (path.length > depthMax) throw new DiagramProblem(`its blocks are more than ${depthMax} deep`);
    path.push(add(newBlock(name, { isGroup: true, label, span: Math.min(Number(span ?? 1) || 1, columnsMax) })));
  }

  function setColors(text: string): boolean {
    const [, word, whose = "", look = ""] = /^(style|classDef|class|linkStyle)\s+(\S+)\s+(.+)$/.exec(text) ?? [];
    const fill = readColor(/fill:\s*([^,;]+)/.exec(look)?.[1]?.trim() ?? "").color;
    if (word === "classDef" && fill !== undefined) classes.set(whose, fill);
    const color = word === "style" ? fill : word === "class" ? classes.get(look.replace(/;$/, "").trim()) : undefined;
    for (const name of whose.split(",")) {
      const block = known.get(name.trim());
      if (block !== undefined && color !== undefined) block.color = color;
    }
    return word !== undefined;
  }

  const behindHeader = { text: header.replace(/^block(?:-beta)?\s*/, ""), number: 1 };
  for (const line of [behindHeader, ...lines]) {
    const text = line.text.replace(/;$/, "").trim();
    const columns = /^columns\s+(\d{1,3}|auto)$/.exec(text)?.[1];
    const opened = group.exec(text);
    if (text === "" || setColors(text)) continue;
    if (columns !== undefined) Object.assign(path.at(-1) ?? root, { columns: columnsOf(columns) });
    else if (opened !== null) {
      openGroup(opened);
      readStatement(line, text.slice(opened[0].length).trim());
    } else if (text === "end" && path.length > 1) path.pop();
    else readStatement(line, text);
  }
  if (count === 0) throw new DiagramProblem("it has no block");
  if (links.length > linksMax) throw new DiagramProblem(`it has more than ${linksMax} links`);
  return { root, links };
}

function newBlock(id: string, known: Partial<Block>): Block {
  const usual = { label: undefined, shape: "[", directions: [], span: 1, columns: undefined, color: undefined };
  return { id, children: [], isGroup: false, ...usual, ...known };
}

function columnsOf(words: string): number | undefined {
  return words === "auto" ? undefined : Math.min(Math.max(1, Number(words)), columnsMax);
}
