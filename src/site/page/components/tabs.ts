import { flowContent } from "../markdown/flow-content.ts";
import { flagProp, numberProp, readProps, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { type Component, define, warnOfUnknownProps } from "./component.ts";
import { iconProp } from "./icon-prop.ts";
import { iconProps, required, takesFlag, takesNumber, takesText } from "./prop.ts";
import { type TabPanel, tabSet } from "./tab-set.ts";

const tabs: Component = ({ props, children }, context) => {
  context.page.partCount += 1;
  const name = `tabs-${context.page.partCount}`;
  const tabNodes = children.flatMap(tabsWithin);
  const panels = tabNodes.map((node, index) => tabPanel(node, index, context));
  if (panels.length === 0) return context.renderNodes(children, context);
  const active = numberProp(props, "defaultTabIndex") ?? 0;
  const synced = flagProp(props, "sync") ?? true;
  // Text between the tabs doesn't belong to a tab, so it is shown below the tabs.
  const others = children.filter((child) => tabsWithin(child).length === 0);
  return [
    tabSet(panels, { name, kind: "tabs", active, synced, hasBorder: flagProp(props, "borderBottom") === true }),
    ...flowContent(others, context),
  ];
};

/** A `<Tab>` outside `<Tabs>`: its content is shown in place. */
const tab: Component = ({ children }, context) => context.renderNodes(children, context);

/** The parser wraps tabs on one line in a paragraph. */
function tabsWithin(node: MarkdownNode): MarkdownNode[] {
  if (node.name === "Tab") return [node];
  return node.type === "paragraph" ? (node.children ?? []).flatMap(tabsWithin) : [];
}

function tabPanel(node: MarkdownNode, index: number, context: RenderContext): TabPanel {
  const props = readProps(node);
  warnOfUnknownProps(tabComponents.Tab, { name: "Tab", props, children: [], node }, context);
  const title = textProp(props, "title") ?? `Tab ${index + 1}`;
  const id = context.page.headingIds.idFor(title, textProp(props, "id"));
  const icon = iconProp(props, node, context);
  return { title, id, icon, content: flowContent(node.children ?? [], context) };
}

export const tabComponents = {
  Tabs: define(tabs, {
    description: "Content in tabs.",
    props: [
      takesNumber("defaultTabIndex", "The tab to show first, counted from 0.", { default: "0" }),
      takesFlag("sync", "Switches with other tabs of the same title.", { default: "true" }),
      takesFlag("borderBottom", "Draws a line below the content."),
    ],
    children: ["Tab"],
  }),
  Tab: define(tab, {
    description: "One tab.",
    props: [
      takesText("title", "The label of the tab.", required),
      takesText("id", "The anchor; otherwise made from the title."),
      ...iconProps,
    ],
  }),
};
