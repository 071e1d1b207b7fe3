import type { Node } from "prosemirror-model";
import { NodeSelection, TextSelection } from "prosemirror-state";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { newCatalogComponent } from "./block-items.ts";
import { childNames, findComponent } from "./catalog.ts";
import { attributeText } from "./change-attribute.ts";
import { countPropErrors } from "./check-prop.ts";
import { button, element } from "./elements.ts";
import type { VisualHost } from "./host.ts";

const { nodes } = pageSchema;
const summaryCharactersMax = 80;

/**
 * A frame with the component's name, a summary of its props and a button to edit them. Its children are edited inside.
 */
export function componentView(host: VisualHost): NodeViewConstructor {
  return (node, view, getPosition) => new ComponentView(node, view, () => getPosition() ?? 0, host);
}

class ComponentView implements NodeView {
  readonly dom = element("section", { class: "component-block" });
  readonly contentDOM = element("div", { class: "component-content" });
  readonly #header = element("header", { contenteditable: "false" });
  readonly #name = button({ class: "component-name" });
  readonly #summary = element("span", { class: "component-summary" });
  readonly #gear: HTMLButtonElement;
  readonly #add = button({ class: "component-add" });
  readonly #view: EditorView;
  readonly #position: () => number;
  readonly #host: VisualHost;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number, host: VisualHost) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#host = host;
    this.#gear = button({ class: "component-gear" });
    this.#gear.textContent = "Props";
    this.#gear.addEventListener("click", () => host.openProps(this.#position()));
    this.#name.addEventListener("click", () => this.#select());
    this.#add.addEventListener("click", () => this.#addChild());
    this.#header.append(this.#name, this.#summary, this.#add, this.#gear);
    this.dom.append(this.#header, this.contentDOM);
    this.dom.addEventListener("refresh", () => this.#show());
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || (node.attrs.name === "img") !== (this.#node.attrs.name === "img"))
      return false;
    this.#node = node;
    this.#show();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add("is-selected");
  }

  deselectNode(): void {
    this.dom.classList.remove("is-selected");
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && this.#header.contains(event.target) && !event.type.startsWith("drag");
  }

  ignoreMutation(record: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(record.target);
  }

  #show(): void {
    const { catalog, canWrite } = this.#host;
    const name = String(this.#node.attrs.name);
    const component = findComponent(catalog, name);
    const attributes = componentAttributes(this.#node);
    this.#name.textContent = name === "" ? "Fragment" : name;
    this.#name.setAttribute("aria-label", `Select ${name === "" ? "fragment" : name}`);
    const title = attributes.find((attribute) =>
      ["title", "label", "name", "path", "query", "body"].includes(attribute.name),
    );
    const others = attributes.filter((attribute) => attribute !== title && attribute.name !== "");
    const parts = [
      ...(title === undefined ? [] : [attributeText(title)]),
      ...others.map((attribute) =>
        attribute.value === null ? attribute.name : `${attribute.name}: ${attributeText(attribute)}`,
      ),
    ];
    const summary = parts.filter((part) => part !== "").join(" · ");
    this.#summary.textContent =
      summary.length > summaryCharactersMax ? `${summary.slice(0, summaryCharactersMax)}…` : summary;
    const errors = component === undefined ? 0 : countPropErrors(component, attributes);
    this.#gear.setAttribute("aria-label", `Props of ${name}${errors > 0 ? `, ${errors} to fix` : ""}`);
    this.#gear.classList.toggle("has-errors", errors > 0);
    const [child] = childNames(catalog, name);
    const canContain = component?.children !== "none";
    const isEmpty = this.#node.childCount === 0;
    this.#add.hidden = !canWrite || !canContain || (child === undefined && !isEmpty);
    this.#add.textContent = child === undefined ? "Add text" : `Add ${child}`;
    this.dom.classList.toggle("is-empty", isEmpty);
    this.dom.dataset.component = name;
  }

  #select(): void {
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, this.#position())));
    this.#view.focus();
  }

  #addChild(): void {
    const [child] = childNames(this.#host.catalog, String(this.#node.attrs.name));
    const added = child === undefined ? nodes.paragraph.create() : newCatalogComponent(this.#host.catalog, child);
    const at = this.#position() + this.#node.nodeSize - 1;
    const tr = this.#view.state.tr.insert(at, added);
    this.#view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
    this.#view.focus();
  }
}
