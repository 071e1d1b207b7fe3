import { findRoot } from "../../shared/source-roots.ts";
import { snippetCandidates } from "../../source/resolve-include.ts";
import { textProp } from "../markdown/props.ts";
import { accordionComponents } from "./accordions.ts";
import { calloutComponents } from "./callouts.ts";
import { cardComponents } from "./cards.ts";
import { codeComponents } from "./code-components.ts";
import { colorComponents } from "./colors.ts";
import { type Component, type ComponentAbout, type ComponentDefinition, define, renderDefined } from "./component.ts";
import { fieldComponents } from "./fields.ts";
import { inlineComponents } from "./inline-marks.ts";
import { mediaComponents } from "./media.ts";
import { promptComponents } from "./prompt.ts";
import { required, takesText } from "./prop.ts";
import { stepComponents } from "./steps.ts";
import { tabComponents } from "./tabs.ts";
import { treeComponents } from "./tree.ts";
import { updateComponents } from "./updates.ts";
import { viewComponents } from "./views.ts";

/** The older way to include a file: `<Snippet file="get-help.mdx" />`. Other props fill `{word}` in the snippet. */
const snippet: Component = ({ props, node }, context) => {
  const name = textProp(props, "file");
  const { snippets, settings } = context.page;
  const root = findRoot(context.file, settings.sources ?? []);
  const found = snippetCandidates(name ?? "", root).find((candidate) => snippets.has(candidate));
  if (name === undefined || found === undefined) {
    context.warn(`<Snippet file="${name ?? ""}"> does not name a file in snippets/ or _snippets/`, node);
    return [];
  }
  return context.renderSnippet(found, node, context);
};

/** Every component of the format by its exact name. A new family of components gets its own file in this folder. */
const components: Record<string, ComponentDefinition> = {
  ...calloutComponents,
  ...cardComponents,
  ...stepComponents,
  ...tabComponents,
  ...accordionComponents,
  ...codeComponents,
  ...fieldComponents,
  ...mediaComponents,
  ...inlineComponents,
  ...updateComponents,
  ...treeComponents,
  ...colorComponents,
  ...viewComponents,
  ...promptComponents,
  Snippet: define(snippet, {
    description: "The content of a file in `snippets/`. Other props fill `{word}` in it.",
    props: [takesText("file", "The file, such as `get-help.mdx`.", required)],
  }),
};

export function findComponent(name: string): Component | undefined {
  const definition = Object.hasOwn(components, name) ? components[name] : undefined;
  // A snippet accepts any prop.
  if (definition === undefined || name === "Snippet") return definition?.render;
  return (call, context) => renderDefined(definition, call, context);
}

/** The props of every component, by component name. */
export const componentProps: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(components).map(([name, { props }]) => [name, props]),
);

/** The description of every component for authors, by name. */
export const componentCatalog: ReadonlyMap<string, ComponentAbout> = new Map(
  Object.entries(components).map(([name, { about }]) => [name, about]),
);
