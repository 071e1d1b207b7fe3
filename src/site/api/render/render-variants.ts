import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type TabPanel, tabSet } from "../../page/components/tab-set.ts";
import type { SchemaView } from "../view/api-view.ts";
import type { ApiContext } from "./api-context.ts";

/** The forms a value may have, each behind a tab. */
export function renderVariants(
  { kind, options }: NonNullable<SchemaView["variants"]>,
  context: ApiContext,
  render: (schema: SchemaView) => HtmlNode[],
): HtmlNode {
  const { words } = context.page;
  const rule = kind === "oneOf" ? words.oneOfForms : words.anyOfForms;
  return element("div", { class: "variants" }, [
    element("p", { class: "variants-rule" }, [rule]),
    tabs(
      options.map(({ title, schema }) => ({ title, content: render(schema) })),
      "variants",
      context,
    ),
  ]);
}

/** Tabs that switch alone. With one panel there is nothing to switch. */
export function tabs(panels: { title: string; content: HtmlNode[] }[], name: string, context: ApiContext): HtmlNode {
  const [only] = panels;
  if (only !== undefined && panels.length === 1) return element("div", { class: "tab-panel active" }, only.content);
  context.page.partCount += 1;
  const unique = `${name}-${context.page.partCount}`;
  const numbered = panels.map(({ title, content }, index): TabPanel => ({ title, id: `${unique}-${index}`, content }));
  return tabSet(numbered, { name: unique, kind: "tabs", active: 0, synced: false });
}
