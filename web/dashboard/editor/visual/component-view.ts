import { NodeSelection, TextSelection } from "prosemirror-state";
import type { Decoration, NodeViewConstructor } from "prosemirror-view";
import { childNames, findComponent } from "../catalog.ts";
import { newComponent } from "../document/new-block.ts";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { button, element } from "../elements.ts";
import { findLook } from "./component-looks.ts";
import { attributeText, countPropErrors, findAttribute } from "./component-props.ts";
import type { VisualHost } from "./host.ts";
import { controlClass, headerClass, ignoreOutside, nameClass, selectable } from "./node-view.ts";
import { shownOnly } from "./opaque-view.ts";
import { propField } from "./prop-field.ts";
import { tabStrip } from "./tab-strip.ts";

const { nodes } = pageSchema;
const summaryCharactersMax = 80;
const titleProps = ["title", "label", "name", "path", "query", "body"];

/**
 * A component as readers see it, with its text and titles edited in place. Other components are a frame with their
 * name and a summary of their props.
 */
export function componentView(host: VisualHost): NodeViewConstructor {
  return (first, view, getPosition, decorations) => {
    let node = first;
    const own = String(first.attrs.name);
    const look = findLook(own);
    const position = () => getPosition() ?? 0;
    const name = button(nameClass, select, own === "" ? "Fragment" : own);
    name.setAttribute("aria-label", `Select ${own === "" ? "fragment" : own}`);
    const summary = element("span", { class: "component-summary min-w-0 flex-1 truncate text-ink-faint" });
    const add = button(`component-add ${controlClass}`, addChild);
    const gear = button(`component-gear ${controlClass}`, () => host.openProps(position()), "Settings");
    const header = element("header", { class: `component-tools ${headerClass}`, contenteditable: "false" });
    header.append(name, ...(look === undefined ? [summary] : []), add, gear);
    const contentDOM = element("div", { class: "component-content" });
    const dom = element("section", {
      class: `component-block ${look === undefined ? "is-plain" : `look-${look.name}`}`,
    });
    dom.dataset.component = own;
    const icon = element("span", { class: "component-icon", contenteditable: "false", "aria-hidden": "true" });
    const fields = (look?.fields ?? []).map((each) => ({ ...each, ...propField(host, view, position, each) }));
    const strip = look?.hasStrip ? tabStrip(host, view, position, dom) : undefined;
    dom.append(...parts());
    dom.addEventListener("refresh", show);
    show();
    strip?.show(node, chosenOf(decorations));
    return {
      dom,
      contentDOM,
      ...selectable(dom),
      update(next, nextDecorations) {
        if (next.type !== node.type || next.attrs.name !== own) return false;
        node = next;
        show();
        strip?.show(node, chosenOf(nextDecorations));
        return true;
      },
      stopEvent: ({ target, type }) =>
        target instanceof HTMLElement &&
        target.closest("[contenteditable]") !== null &&
        target !== dom &&
        dom.contains(target) &&
        !contentDOM.contains(target) &&
        !type.startsWith("drag"),
      ignoreMutation: ({ target }) => !contentDOM.contains(target),
    };

    function parts(): HTMLElement[] {
      if (look === undefined) return [header, contentDOM];
      const row = (isBelow: boolean, className: string) => {
        const shown = fields.filter((each) => (each.isBelow ?? false) === isBelow).map((each) => each.dom);
        return shown.length === 0 ? [] : [element("div", { class: className, contenteditable: "false" }, ...shown)];
      };
      const above = strip === undefined ? row(false, "component-head") : [strip.dom];
      return [...(look.icon === undefined ? [] : [icon]), ...above, contentDOM, ...row(true, "component-foot"), header];
    }

    function show(): void {
      const component = findComponent(host.catalog, own);
      const attributes = componentAttributes(node);
      const errors = component === undefined ? 0 : countPropErrors(component, attributes);
      gear.setAttribute("aria-label", `Settings of ${own}${errors > 0 ? `, ${errors} to fix` : ""}`);
      gear.classList.toggle("has-errors", errors > 0);
      const child = childName();
      const isEmpty = node.childCount === 0;
      add.hidden = !host.canWrite || component?.children === "none" || (child === undefined && !isEmpty);
      add.textContent = child === undefined ? "Add text" : `Add ${child}`;
      dom.classList.toggle("is-empty", isEmpty);
      for (const each of fields) each.show(node, component);
      if (look === undefined) summary.textContent = summarize();
      else showLook();
    }

    function showLook(): void {
      const text = (prop: string) => attributeText(findAttribute(componentAttributes(node), prop));
      for (const prop of ["cols", "type", "required", "deprecated", "horizontal"]) dom.dataset[prop] = text(prop);
      const color = text("color");
      // The policy forbids style attributes, but not this.
      if (CSS.supports("color", color)) dom.style.setProperty("--hue", color);
      else dom.style.removeProperty("--hue");
      if (look?.icon === undefined) return;
      const html = host.renderBlock(position());
      // While the block is being changed, its last icon stays.
      if (html === undefined) return;
      const drawn = shownOnly(html).firstElementChild?.querySelector(look.icon);
      icon.replaceChildren(...(drawn instanceof SVGElement ? [drawn] : []));
    }

    function summarize(): string {
      const attributes = componentAttributes(node);
      const title = attributes.find((attribute) => titleProps.includes(attribute.name));
      const others = attributes.filter((attribute) => attribute !== title && attribute.name !== "");
      const rest = others.map((attribute) =>
        attribute.value === null ? attribute.name : `${attribute.name}: ${attributeText(attribute)}`,
      );
      const text = [attributeText(title), ...rest].filter((part) => part !== "").join(" · ");
      return text.length > summaryCharactersMax ? `${text.slice(0, summaryCharactersMax)}…` : text;
    }

    function childName(): string | undefined {
      const adds = look?.adds;
      const [listed] = childNames(host.catalog, own);
      return listed ?? (adds !== undefined && findComponent(host.catalog, adds) !== undefined ? adds : undefined);
    }

    function select(): void {
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position())));
      view.focus();
    }

    function addChild(): void {
      const child = childName();
      const added = child === undefined ? nodes.paragraph.create() : newComponent(host.catalog, child);
      const at = position() + node.nodeSize - 1;
      const tr = view.state.tr.insert(at, added);
      view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
      view.focus();
    }
  };
}

function chosenOf(decorations: readonly Decoration[]): number | undefined {
  const found = decorations.find(({ spec }) => typeof spec.chosen === "number");
  return found?.spec.chosen as number | undefined;
}

const plainTags = new Set(["u", "sub", "sup", "kbd", "mark", "b", "i", "strong", "em", "small", "s", "del", "ins"]);

const inlineNameClass =
  "mr-1 cursor-pointer rounded-[4px] px-1 font-mono text-[11px] leading-[18px] font-medium text-ink-faint select-none";

/** An inline component. Formatting tags are shown with their formatting; others show their name in front. */
export function inlineComponentView(host: VisualHost): NodeViewConstructor {
  return ({ type, attrs }, _view, getPosition) => {
    const name = String(attrs.name);
    const isPlain = plainTags.has(name);
    const contentDOM = document.createElement(isPlain ? name : "span");
    const label = element("span", { class: inlineNameClass, contenteditable: "false" }, name || "<>");
    label.addEventListener("click", () => host.openProps(getPosition() ?? 0));
    return {
      dom: isPlain
        ? contentDOM
        : element("span", { class: "rounded-[5px] bg-sunken py-px pr-1 pl-0.5" }, label, contentDOM),
      contentDOM,
      update: (node) => node.type === type && node.attrs.name === name,
      ignoreMutation: ignoreOutside(contentDOM),
    };
  };
}
