import { snippetCandidates } from "../../source/resolve-include.ts";
import { textProp } from "../markdown/props.ts";
import { accordionDefinition, accordionGroupDefinition, expandableDefinition } from "./accordions.ts";
import { calloutDefinition, namedCalloutDefinitions } from "./callouts.ts";
import { cardDefinition, columnDefinition, columnsDefinition, tileDefinition } from "./cards.ts";
import {
  codeBlockDefinition,
  codeGroupDefinition,
  requestExampleDefinition,
  responseExampleDefinition,
} from "./code-components.ts";
import { colorDefinition, colorItemDefinition, colorRowDefinition } from "./colors.ts";
import { type Component, type ComponentAbout, type ComponentDefinition, define, renderDefined } from "./component.ts";
import { paramFieldDefinition, responseFieldDefinition } from "./fields.ts";
import { badgeDefinition, iconDefinition, tooltipDefinition } from "./inline-marks.ts";
import { frameDefinition, githubRepoDefinition, imageDefinition, linkDefinition, videoDefinition } from "./media.ts";
import { promptDefinition } from "./prompt.ts";
import { required, takesText } from "./prop.ts";
import { stepDefinition, stepsDefinition } from "./steps.ts";
import { tabDefinition, tabsDefinition } from "./tabs.ts";
import { treeDefinition, treeFileDefinition, treeFolderDefinition } from "./tree.ts";
import { updateDefinition } from "./updates.ts";
import { panelDefinition, viewDefinition, visibilityDefinition } from "./views.ts";

/**
 * Every component of the format by its exact name. Add a new family in its own file next to this one, and list it here.
 */
const components: Record<string, ComponentDefinition> = {
  ...namedCalloutDefinitions,
  Callout: calloutDefinition,
  Card: cardDefinition,
  CardGroup: columnsDefinition,
  Columns: columnsDefinition,
  Column: columnDefinition,
  Tile: tileDefinition,
  Steps: stepsDefinition,
  Step: stepDefinition,
  Tabs: tabsDefinition,
  Tab: tabDefinition,
  Accordion: accordionDefinition,
  AccordionGroup: accordionGroupDefinition,
  Expandable: expandableDefinition,
  CodeGroup: codeGroupDefinition,
  RequestExample: requestExampleDefinition,
  ResponseExample: responseExampleDefinition,
  CodeBlock: codeBlockDefinition,
  ParamField: paramFieldDefinition,
  ResponseField: responseFieldDefinition,
  Frame: frameDefinition,
  Icon: iconDefinition,
  Badge: badgeDefinition,
  Tooltip: tooltipDefinition,
  Update: updateDefinition,
  Tree: treeDefinition,
  FileTree: treeDefinition,
  "Tree.Folder": treeFolderDefinition,
  "Tree.File": treeFileDefinition,
  Color: colorDefinition,
  "Color.Row": colorRowDefinition,
  "Color.Item": colorItemDefinition,
  View: viewDefinition,
  Visibility: visibilityDefinition,
  Panel: panelDefinition,
  Prompt: promptDefinition,
  "GitHub.Repo": githubRepoDefinition,
  Link: linkDefinition,
  Image: imageDefinition,
  Img: imageDefinition,
  Video: videoDefinition,
};

/** The older way to include a file: `<Snippet file="get-help.mdx" />`. Other props fill `{word}` in the snippet. */
const snippet: Component = ({ props, node }, context) => {
  const name = textProp(props, "file");
  const found = snippetCandidates(name ?? "").find((candidate) => context.page.snippets.has(candidate));
  if (name === undefined || found === undefined) {
    context.warn(`<Snippet file="${name ?? ""}"> does not name a file in snippets/ or _snippets/`, node);
    return [];
  }
  return context.renderSnippet(found, node, context);
};

/** Accepts any prop. */
const snippetDefinition = define(snippet, {
  description: "The content of a file in `snippets/`. Other props fill `{word}` in it.",
  props: [takesText("file", "The file, such as `get-help.mdx`.", required)],
  children: "blocks",
});
const openComponents: Record<string, ComponentDefinition> = { Snippet: snippetDefinition };
const allComponents: Record<string, ComponentDefinition> = { ...components, ...openComponents };

export function findComponent(name: string): Component | undefined {
  const definition = Object.hasOwn(allComponents, name) ? allComponents[name] : undefined;
  if (definition === undefined || Object.hasOwn(openComponents, name)) return definition?.render;
  return (call, context) => renderDefined(definition, call, context);
}

/** The props of every component, by component name. */
export const componentProps: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(allComponents).map(([name, { props }]) => [name, props]),
);

/** The description of every component for authors, by name. */
export const componentCatalog: ReadonlyMap<string, ComponentAbout> = new Map(
  Object.entries(allComponents).map(([name, { about }]) => [name, about]),
);
