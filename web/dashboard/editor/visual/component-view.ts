import { NodeSelection, TextSelection } from "prosemirror-state";
import type { NodeViewConstructor } from "prosemirror-view";
import { childNames, findComponent } from "../catalog.ts";
import { newComponent } from "../document/new-block.ts";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { button, element } from "../elements.ts";
import { attributeText, countPropErrors } from "./component-props.ts";
import type { VisualHost } from "./host.ts";
import { controlClass, headerClass, ignoreOutside, nameClass, selectable } from "./node-view.ts";

const { nodes } = pageSchema;
const summaryCharactersMax = 80;
const titleProps = ["title", "label", "name", "path", "query", "body"];

/**
 * A frame with the component's name, a summary of its props and a button to edit them. Its children are edited inside.
 */
export function componentView(host: VisualHost): NodeViewConstructor {
  return (first, view, getPosition) => {
    let node = first;
    const position = () => getPosition() ?? 0;
    const name = button(nameClass, select);
    const summary = element("span", { class: "component-summary min-w-0 flex-1 truncate text-ink-faint" });
    const add = button(`component-add ${controlClass}`, addChild);
    const gear = button(`component-gear ${controlClass}`, () => host.openProps(position()), "Props");
    const header = element("header", { class: headerClass, contenteditable: "false" }, name, summary, add, gear);
    const contentDOM = element("div", { class: "component-content" });
    const dom = element("section", { class: "component-block" }, header, contentDOM);
    dom.addEventListener("refresh", show);
    show();
    return {
      dom,
      contentDOM,
      ...selectable(dom),
      update(next) {
        if (next.type !== node.type || (next.attrs.name === "img") !== (node.attrs.name === "img")) return false;
        node = next;
        show();
        return true;
      },
      stopEvent: ({ target, type }) =>
        target instanceof HTMLElement && header.contains(target) && !type.startsWith("drag"),
      ignoreMutation: ({ target }) => !contentDOM.contains(target),
    };

    function show(): void {
      const own = String(node.attrs.name);
      const component = findComponent(host.catalog, own);
      const attributes = componentAttributes(node);
      name.textContent = own === "" ? "Fragment" : own;
      name.setAttribute("aria-label", `Select ${own === "" ? "fragment" : own}`);
      const title = attributes.find((attribute) => titleProps.includes(attribute.name));
      const others = attributes.filter((attribute) => attribute !== title && attribute.name !== "");
      const parts = others.map((attribute) =>
        attribute.value === null ? attribute.name : `${attribute.name}: ${attributeText(attribute)}`,
      );
      const text = [attributeText(title), ...parts].filter((part) => part !== "").join(" · ");
      summary.textContent = text.length > summaryCharactersMax ? `${text.slice(0, summaryCharactersMax)}…` : text;
      const errors = component === undefined ? 0 : countPropErrors(component, attributes);
      gear.setAttribute("aria-label", `Props of ${own}${errors > 0 ? `, ${errors} to fix` : ""}`);
      gear.classList.toggle("has-errors", errors > 0);
      const [child] = childNames(host.catalog, own);
      const isEmpty = node.childCount === 0;
      add.hidden = !host.canWrite || component?.children === "none" || (child === undefined && !isEmpty);
      add.textContent = child === undefined ? "Add text" : `Add ${child}`;
      dom.classList.toggle("is-empty", isEmpty);
      dom.dataset.component = own;
    }

    function select(): void {
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position())));
      view.focus();
    }

    function addChild(): void {
      const [child] = childNames(host.catalog, String(node.attrs.name));
      const added = child === undefined ? nodes.paragraph.create() : newComponent(host.catalog, child);
      const at = position() + node.nodeSize - 1;
      const tr = view.state.tr.insert(at, added);
      view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
      view.focus();
    }
  };
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
