import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import { lucideIcon } from "./icon-prop.ts";

export interface TabPanel {
  title: string;
  id: string;
  icon?: HtmlElement | undefined;
  content: HtmlNode[];
}

interface TabSetOptions {
  /** Unique on the page: panels and their buttons reference each other. */
  name: string;
  kind: "tabs" | "code-group";
  active: number;
  synced: boolean;
  /** Whether the titles are in a menu instead of a row. */
  isDropdown?: boolean;
  hasBorder?: boolean;
}

/** Without JavaScript, all panels are shown one after another with their titles; site.js turns them into tabs. */
export function tabSet(panels: TabPanel[], options: TabSetOptions): HtmlElement {
  const active = Math.min(Math.max(Math.round(options.active), 0), panels.length - 1);
  const buttons = element(
    "div",
    { class: "tab-buttons", role: "tablist" },
    panels.map((panel, index) => tabButton(panel, `${options.name}-tab-${index}`, index === active)),
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
  const titles = options.isDropdown ? dropdown(buttons, panels[active]?.title ?? "") : buttons;
  const classes = options.hasBorder ? `${options.kind} ${options.kind}-bordered` : options.kind;
  return element("div", { class: classes, "data-tabs": options.synced ? "synced" : "alone" }, [
    element("div", { class: "tab-list" }, [titles]),
    ...sections,
  ]);
}

function tabButton(panel: TabPanel, id: string, isActive: boolean): HtmlElement {
  return element(
    "button",
    {
      type: "button",
      role: "tab",
      id,
      "aria-controls": panel.id,
      "aria-selected": isActive ? "true" : "false",
      tabindex: isActive ? 0 : -1,
      "data-tab": panel.title,
    },
    panel.icon === undefined ? [panel.title] : [panel.icon, panel.title],
  );
}

function dropdown(buttons: HtmlElement, title: string): HtmlElement {
  return element("details", { class: "tab-menu" }, [
    element("summary", {}, [element("span", { class: "tab-menu-title" }, [title]), lucideIcon("chevrons-up-down")]),
    buttons,
  ]);
}
