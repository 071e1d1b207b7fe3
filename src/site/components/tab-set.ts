import { element, type HtmlNode } from "../html/html-node.ts";

export interface TabPanel {
  title: string;
  id: string;
  content: HtmlNode[];
}

export interface TabSetOptions {
  /** Unique on the page: panels and their buttons refer to each other. */
  name: string;
  kind: "tabs" | "code-group";
  active: number;
  synced: boolean;
  /** Stands at the end of the row of tabs, for example the copy button. */
  extra: HtmlNode[];
}

/** Without JavaScript all panels stand below each other with their titles; site.js turns them into tabs. */
export function tabSet(panels: TabPanel[], options: TabSetOptions): HtmlNode {
  const active = Math.min(Math.max(options.active, 0), panels.length - 1);
  const buttons = panels.map((panel, index) =>
    element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${options.name}-tab-${index}`,
        "aria-controls": panel.id,
        "aria-selected": index === active ? "true" : "false",
        tabindex: index === active ? 0 : -1,
        "data-tab": panel.title,
      },
      [panel.title],
    ),
  );
  const sections = panels.map((panel, index) =>
    element(
      "div",
      {
        class: index === active ? "tab-panel active" : "tab-panel",
        role: "tabpanel",
        id: panel.id,
        "aria-labelledby": `${options.name}-tab-${index}`,
      },
      [element("p", { class: "tab-panel-title" }, [panel.title]), ...panel.content],
    ),
  );
  const list = element("div", { class: "tab-list" }, [
    element("div", { class: "tab-buttons", role: "tablist" }, buttons),
    ...options.extra,
  ]);
  return element("div", { class: options.kind, "data-tabs": options.synced ? "synced" : "alone" }, [list, ...sections]);
}
