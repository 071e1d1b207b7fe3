import { accordion, accordionGroup } from "./accordions.ts";
import { callout, namedCallout } from "./callouts.ts";
import { card, column, columns } from "./cards.ts";
import { codeGroup } from "./code-group.ts";
import type { Component } from "./component.ts";
import { frame } from "./frame.ts";
import { imageComponent, linkComponent, videoComponent } from "./media.ts";
import { snippet } from "./snippet.ts";
import { step, steps } from "./steps.ts";
import { tab, tabs } from "./tabs.ts";

/** Every component of the format by its exact name. A new family is a file beside this one and its lines here. */
const components: Record<string, Component> = {
  Note: namedCallout,
  Info: namedCallout,
  Tip: namedCallout,
  Warning: namedCallout,
  Check: namedCallout,
  Danger: namedCallout,
  Callout: callout,
  Card: card,
  CardGroup: columns,
  Columns: columns,
  Column: column,
  Steps: steps,
  Step: step,
  Tabs: tabs,
  Tab: tab,
  Accordion: accordion,
  AccordionGroup: accordionGroup,
  CodeGroup: codeGroup,
  Frame: frame,
  Snippet: snippet,
  Link: linkComponent,
  Image: imageComponent,
  Img: imageComponent,
  Video: videoComponent,
};

export function findComponent(name: string): Component | undefined {
  return Object.hasOwn(components, name) ? components[name] : undefined;
}

const later: ReadonlySet<string> = new Set(
  `Tile Expandable RequestExample ResponseExample CodeBlock ParamField ResponseField Icon Badge Tooltip Update Tree FileTree
  Tree.Folder Tree.File Color Color.Row Color.Item View Visibility Panel Prompt GitHub.Repo`.split(/\s+/),
);

/** Components of the format that are not drawn yet: their warning must not tell the author to check the spelling. */
export function knownLater(name: string): boolean {
  return later.has(name);
}
