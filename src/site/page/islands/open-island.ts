import { Refusal } from "../author-code/refusal.ts";
import type { PageState } from "../markdown/render-context.ts";
import {
  type AuthorFunction,
  type ComponentUse,
  type IslandMark,
  Jsx,
  type MarkdownNode,
  walkNodes,
} from "../page-tree.ts";
import { findIslandSource } from "./find-island-source.ts";
import type { Island } from "./island.ts";
import { markParts } from "./mark-parts.ts";
import { markProps } from "./mark-props.ts";

/** Prepares a component to run in the browser. Throws a Refusal with the reason if the component can't run there. */
export function openIsland(use: ComponentUse, page: PageState): Island {
  const { name, props, place } = use;
  const { values, json, slots, functions, leftOut } = markProps(props);
  if (json.length > page.limits.islandPropsBytesMax) {
    throw new Refusal(`its props are longer than ${page.limits.islandPropsBytesMax} characters`);
  }
  const src = addModule(name, [use.component, ...functions], page);
  for (const prop of leftOut) {
    page.problems.report(`the prop "${prop}" of <${name}> is a function and is not available in the browser`, {
      ...place,
      hint: "define the function inside the component, or export it as a constant and pass that constant",
    });
  }
  return {
    props: values,
    enclose(firstState) {
      const keys: string[] = [];
      const shown = markParts(firstState.nodes, keys);
      const node: MarkdownNode = {
        type: "mdxJsxFlowElement",
        name,
        island: { kind: "place", src, props: json, parts: JSON.stringify(keys) },
        children: [...shown, ...hiddenSlots(slots, shown)],
        source: place,
      };
      return new Jsx([node], firstState.size + json.length, firstState.depth + depthOfMarks);
    },
  };
}

/** Prepares the handlers of an HTML element to run in the browser. Throws a Refusal if they can't run there. */
export function openHandlers(tag: string, handlers: readonly [string, AuthorFunction][], page: PageState): IslandMark {
  const functions = handlers.map(([, handler]) => handler);
  const names = handlers.map(([name]) => name).join(" ");
  return { kind: "handlers", src: addModule(tag, functions, page), names };
}

/** Every expression in the attributes of a page can become a module, so their number is limited. */
const modulesMax = 200;

/** Adds the module of some functions to the page and returns its address. */
function addModule(tag: string, functions: readonly AuthorFunction[], page: PageState): string {
  const { islandVersion } = page.settings;
  if (islandVersion === undefined) throw new Refusal("author code is turned off for this site");
  if (page.code === undefined) throw new Refusal("code in an API description is never run");
  const source = findIslandSource(tag, functions, islandVersion, page);
  const broken = page.brokenIslands.get(source.path);
  if (broken !== undefined) throw new Refusal(broken);
  page.islands.set(source.path, source);
  if (page.islands.size > modulesMax) {
    page.islands.delete(source.path);
    throw new Refusal(`the page has more than ${modulesMax} components and handlers that run in the browser`);
  }
  return `/${source.path}`;
}

/** The marks of a component, a part and a slot may enclose one another. */
const depthOfMarks = 3;

/** Elements that aren't shown at first are hidden in the page, because the component may show them later. */
function hiddenSlots(slots: MarkdownNode[], shown: MarkdownNode[]): MarkdownNode[] {
  const marks = [...walkNodes(shown)].map(({ island }) => island);
  const seen = new Set(marks.map((mark) => (mark?.kind === "slot" ? mark.number : undefined)));
  return slots.flatMap((slot, number) =>
    seen.has(number) ? [] : [{ ...slot, island: { kind: "slot", number, isHidden: true } }],
  );
}
