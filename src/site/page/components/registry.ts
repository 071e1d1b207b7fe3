import { snippetCandidates } from "../../source/resolve-include.ts";
import { textProp } from "../markdown/props.ts";
import { accordion, accordionGroup, expandable } from "./accordions.ts";
import { callout, namedCallout } from "./callouts.ts";
import { card, column, columns, tile } from "./cards.ts";
import { codeBlockComponent, codeGroup, example } from "./code-components.ts";
import { color, colorItem, colorRow } from "./colors.ts";
import { type Component, type ComponentDefinition, define, renderDefined } from "./component.ts";
import { paramField, responseField } from "./fields.ts";
import { badge, icon, tooltip } from "./inline-marks.ts";
import { frame, githubRepo, imageComponent, linkComponent, videoComponent } from "./media.ts";
import { prompt } from "./prompt.ts";
import { step, steps } from "./steps.ts";
import { tabDefinition, tabs } from "./tabs.ts";
import { tree, treeFileDefinition, treeFolderDefinition } from "./tree.ts";
import { update } from "./updates.ts";
import { panel, view, visibility } from "./views.ts";

const calloutDefinition = define(namedCallout, "title icon iconType color");
// A field is optional unless it is required, so `optional` changes nothing.
const fieldProps = "type required optional deprecated default";

/**
 * Every component of the format by its exact name. Add a new family in its own file next to this one, and list it here.
 */
const components: Record<string, ComponentDefinition> = {
  Note: calloutDefinition,
  Info: calloutDefinition,
  Tip: calloutDefinition,
  Warning: calloutDefinition,
  Check: calloutDefinition,
  Danger: calloutDefinition,
  Callout: define(callout, "icon iconType color type title"),
  Card: define(card, "title description icon iconType color href horizontal img cta arrow type"),
  CardGroup: define(columns, "cols"),
  Columns: define(columns, "cols"),
  Column: define(column),
  Tile: define(tile, "href title description"),
  Steps: define(steps, "titleSize"),
  Step: define(step, "title icon iconType stepNumber titleSize id noAnchor"),
  Tabs: define(tabs, "defaultTabIndex sync borderBottom"),
  Tab: tabDefinition,
  Accordion: define(accordion, "title description defaultOpen id icon iconType"),
  AccordionGroup: define(accordionGroup),
  Expandable: define(expandable, "title defaultOpen"),
  CodeGroup: define(codeGroup, "dropdown"),
  RequestExample: define(example, "dropdown"),
  ResponseExample: define(example, "dropdown"),
  CodeBlock: define(codeBlockComponent, "language filename title icon lines wrap nocopy expandable highlight focus"),
  ParamField: define(paramField, `query path body header cookie name placeholder ${fieldProps}`),
  ResponseField: define(responseField, `name body pre post ${fieldProps}`),
  Frame: define(frame, "caption hint"),
  Icon: define(icon, "icon src iconType size color"),
  Badge: define(badge, "color size shape icon iconType stroke disabled"),
  Tooltip: define(tooltip, "tip headline cta href"),
  Update: define(update, "label description tags rss id"),
  Tree: define(tree),
  FileTree: define(tree),
  "Tree.Folder": treeFolderDefinition,
  "Tree.File": treeFileDefinition,
  Color: define(color, "variant"),
  "Color.Row": define(colorRow, "title"),
  "Color.Item": define(colorItem, "name value"),
  View: define(view, "title icon iconType"),
  Visibility: define(visibility, "for"),
  Panel: define(panel),
  Prompt: define(prompt, "description actions icon iconType"),
  "GitHub.Repo": define(githubRepo, "repo variant"),
  Link: define(linkComponent, "href title target rel"),
  Image: define(imageComponent, "src alt title width height noZoom actions actionsPlacement"),
  Img: define(imageComponent, "src alt title width height noZoom actions actionsPlacement"),
  Video: define(videoComponent, "src poster title width height controls autoPlay loop muted playsInline"),
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

/** A snippet accepts any prop. */
const openComponents: Record<string, Component> = { Snippet: snippet };

export function findComponent(name: string): Component | undefined {
  if (Object.hasOwn(openComponents, name)) return openComponents[name];
  const definition = Object.hasOwn(components, name) ? components[name] : undefined;
  return definition === undefined ? undefined : (call, context) => renderDefined(definition, call, context);
}

/** The props of every component, by its name. */
export const componentProps: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(components).map(([name, { props }]) => [name, props] as const),
  ...Object.keys(openComponents).map((name) => [name, ["file"]] as const),
]);
