import type {
  Division,
  NavigationBranch,
  NavigationPart,
  NavigationTree,
} from "../../source/navigation/navigation-tree.ts";
import { homeBranch } from "../../source/navigation/navigation-tree.ts";
import { divisionLink, type FrameContext } from "./frame-context.ts";
import { makeSidebar } from "./make-sidebar.ts";
import { makeLanguageSurroundings } from "./make-surroundings.ts";
import type { BranchFrame, FrameLink, Tab } from "./site-frame.ts";

/** The frame around the pages of one branch of the navigation. */
export function makeBranchFrame(
  tree: NavigationTree,
  pageBranch: NavigationBranch | undefined,
  context: FrameContext,
): BranchFrame {
  // A page outside the navigation shows the home branch, so that readers can find other pages.
  const branch = pageBranch ?? homeBranch(tree);
  const trail = branch?.trail ?? [];
  const language = trail.find((division) => division.kind === "language");
  const frame: BranchFrame = {
    language: language?.label,
    version: trail.find((division) => division.kind === "version")?.label,
    surroundings: makeLanguageSurroundings(language?.surroundings, context.icons),
    switchers: [],
    anchors: [],
    tabs: [],
    sidebar: makeSidebar(branch?.entries ?? [], context),
  };
  for (const part of [tree, ...trail]) addLevel(frame, part, trail, context);
  for (const link of divisionLinks({ divisions: tree.global }, "tab", trail, context)) {
    frame.tabs.push({ ...link, items: [], isGlobal: true });
  }
  return frame;
}

/** Adds the divisions at one level of the trail. A level can have several kinds, such as anchors and tabs. */
function addLevel(frame: BranchFrame, part: NavigationPart, trail: Division[], context: FrameContext): void {
  for (const kind of ["language", "version", "product", "dropdown"] as const) {
    // On a page of a hidden version, the switcher still shows that version.
    const options = part.divisions
      .filter((division) => division.kind === kind && (!division.hidden || trail.includes(division)))
      .flatMap((division) => divisionLink(division, trail, context) ?? []);
    if (options.length > 0) frame.switchers.push({ kind, options });
  }
  // A product can have a menu like a tab. In the sidebar, the closest equivalent is a dropdown.
  if ("kind" in part && part.kind === "product") {
    const options = divisionLinks(part, "item", trail, context);
    if (options.length > 0) frame.switchers.push({ kind: "dropdown", options });
  }
  frame.anchors.push(...divisionLinks(part, "anchor", trail, context));
  for (const tab of shownDivisions(part, "tab")) {
    const link = divisionLink(tab, trail, context);
    if (link !== undefined)
      frame.tabs.push({ ...link, items: divisionLinks(tab, "item", trail, context) } satisfies Tab);
  }
}

function divisionLinks(
  part: Pick<NavigationPart, "divisions">,
  kind: Division["kind"],
  trail: Division[],
  context: FrameContext,
): FrameLink[] {
  return shownDivisions(part, kind).flatMap((division) => divisionLink(division, trail, context) ?? []);
}

function shownDivisions({ divisions }: Pick<NavigationPart, "divisions">, kind: Division["kind"]): Division[] {
  return divisions.filter((division) => division.kind === kind && !division.hidden);
}
