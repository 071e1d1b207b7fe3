import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, type Label, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { type GitCommit, readGitHistory } from "./git-history.ts";

interface Spot {
  x: number;
  y: number;
}

const margin = 14;
const laneWidth = 26;
const rowPadding = 14;
const radius = 6;
const textWidthMax = 320;
const pillPadding = 8;
const pillHeight = 22;

/** Commits from top to bottom, as in `git log --graph`, so that each has room for its text. */
export function drawGitGraph(source: DiagramSource): OwnDrawing {
  const { commits, branches } = readGitHistory(source);
  const lanes = new Map(branches.map((branch, index) => [branch.name, index]));
  const hueOf = (commit: GitCommit) => hueAt(lanes.get(commit.branch.name) ?? 0);
  const textX = margin + branches.length * laneWidth + 6;
  const rows = commits.map((commit) => ({
    commit,
    label: labelOf(wordsOf(commit), textWidthMax),
    // A branch is named at its first commit, or where it starts if it has none.
    branches: branches.filter(({ name, head }) => {
      const first = commits.find(({ branch }) => branch.name === name);
      return (first ?? head) === commit;
    }),
  }));
  // If the author's graph grows upward, the newest commit is at the top.
  if (/\bBT\b/.test(source.header)) rows.reverse();

  const spots = new Map<GitCommit, Spot>();
  const texts: HtmlNode[] = [];
  let y = margin;
  let right = textX;
  for (const { commit, label, branches: named } of rows) {
    const height = Math.max(pillHeight, label.height) + rowPadding;
    const middle = y + height / 2;
    spots.set(commit, { x: margin + (lanes.get(commit.branch.name) ?? 0) * laneWidth + radius, y: middle });
    let x = textX;
    const addPill = (text: string, hue: string, isFilled: boolean) => {
      const pill = labelOf(text, textWidthMax);
      texts.push(...pillAt(x, middle, pill, hue, isFilled));
      x += pill.width + 2 * pillPadding + 8;
    };
    for (const { name } of named) addPill(name, hueAt(lanes.get(name) ?? 0), true);
    if (wordsOf(commit) !== "") {
      texts.push(textAt(x, middle, label));
      x += label.width + 12;
    }
    for (const tag of commit.tags) addPill(tag, "var(--_text-sec)", false);
    right = Math.max(right, x);
    y += height;
  }
  const links = commits.flatMap((commit) => linksTo(commit, spots, hueOf));
  const dots = rows.flatMap(({ commit }) => dotOf(commit, spots.get(commit), hueOf(commit)));
  return { title: undefined, drawing: drawingOf(right + margin, y + margin, [...links, ...dots, ...texts]) };
}

function wordsOf({ id, message, picked }: GitCommit): string {
  const taken = picked === undefined ? undefined : `cherry-pick: ${picked.id}`;
  return [id, message, taken].filter((part) => part !== undefined).join(" · ");
}

function linksTo(commit: GitCommit, spots: ReadonlyMap<GitCommit, Spot>, hueOf: (commit: GitCommit) => string) {
  const to = spots.get(commit);
  if (to === undefined) return [];
  const links = commit.parents.flatMap((parent, index) => {
    const from = spots.get(parent);
    if (from === undefined) return [];
    // A merged line has the color of its source.
    return [linkOf(from, to, { stroke: hueOf(index === 0 ? commit : parent) }, index === 0)];
  });
  const source = commit.picked === undefined ? undefined : spots.get(commit.picked);
  if (source === undefined || commit.picked === undefined) return links;
  const dashed = { stroke: hueOf(commit.picked), "stroke-dasharray": "4 3" };
  return [...links, linkOf(source, to, dashed, false)];
}

/** A branch leaves at once and then follows its lane; a merge stays in its lane and joins at the end. */
function linkOf(from: Spot, to: Spot, look: Record<string, string>, leavesAtOnce: boolean): HtmlElement {
  const reach = Math.min(Math.abs(to.y - from.y), 34) * Math.sign(to.y - from.y);
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(tenth);
  const bendY = tenth(leavesAtOnce ? from.y + reach : to.y - reach);
  const bend = leavesAtOnce
    ? `C${x1} ${tenth(from.y + reach * 0.7)} ${x2} ${tenth(from.y + reach * 0.3)} ${x2} ${bendY} L${x2} ${y2}`
    : `L${x1} ${bendY} C${x1} ${tenth(to.y - reach * 0.3)} ${x2} ${tenth(to.y - reach * 0.7)} ${x2} ${y2}`;
  return element("path", { d: `M${x1} ${y1} ${bend}`, fill: "none", "stroke-width": 2, ...look });
}

function dotOf({ look }: GitCommit, spot: Spot | undefined, hue: string): HtmlElement[] {
  if (spot === undefined) return [];
  const [cx, cy] = [tenth(spot.x), tenth(spot.y)];
  const ring = { fill: "var(--bg)", stroke: hue, "stroke-width": 2 };
  if (look === "highlight") {
    const size = 2 * radius + 2;
    const place = { x: tenth(spot.x - size / 2), y: tenth(spot.y - size / 2), width: size, height: size };
    return [element("rect", { ...place, rx: 2, fill: hue, stroke: "var(--bg)", "stroke-width": 2 })];
  }
  if (look === "merge" || look === "cherry-pick")
    return [
      element("circle", { cx, cy, r: radius, ...ring }),
      element("circle", { cx, cy, r: radius - 3.5, fill: hue }),
    ];
  const dot = element("circle", { cx, cy, r: radius, fill: hue, stroke: "var(--bg)", "stroke-width": 2 });
  if (look !== "reverse") return [dot];
  const arm = 3;
  const cross = `M${tenth(spot.x - arm)} ${tenth(spot.y - arm)}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
  return [
    element("circle", { cx, cy, r: radius, ...ring }),
    element("path", { d: cross, stroke: hue, "stroke-width": 2 }),
  ];
}

/** A branch has the color of its lane; a tag only has a border. */
function pillAt(x: number, middle: number, label: Label, hue: string, isFilled: boolean): HtmlElement[] {
  const width = label.width + 2 * pillPadding;
  const height = Math.max(pillHeight, label.height + 4);
  const place = { x: tenth(x), y: tenth(middle - height / 2), width: tenth(width), height, rx: isFilled ? 6 : 11 };
  const look = { fill: isFilled ? hue : "none", "fill-opacity": 0.16, stroke: hue, "stroke-width": 1 };
  return [
    element("rect", { ...place, ...look }),
    textAt(x + pillPadding, middle, label, {
      weight: isFilled ? 600 : 400,
      fill: isFilled ? "var(--_text)" : "var(--_text-sec)",
    }),
  ];
}
