import type { Node } from "prosemirror-model";
import type { NodeView, NodeViewConstructor } from "prosemirror-view";
import { element } from "./elements.ts";
import type { VisualHost } from "./host.ts";

const plainTags = new Set(["u", "sub", "sup", "kbd", "mark", "b", "i", "strong", "em", "small", "s", "del", "ins"]);

/** An inline component. Formatting tags are shown with their formatting; others show their name in front. */
export function inlineComponentView(host: VisualHost): NodeViewConstructor {
  return (node, _view, getPosition) => new InlineComponentView(node, () => getPosition() ?? 0, host);
}

class InlineComponentView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #name: string;

  constructor({ attrs }: Node, position: () => number, host: VisualHost) {
    this.#name = String(attrs.name);
    if (plainTags.has(this.#name)) {
      this.dom = document.createElement(this.#name);
      this.contentDOM = this.dom;
      return;
    }
    this.dom = element("span", { class: "inline-component" });
    const label = element("span", { class: "inline-component-name", contenteditable: "false" });
    label.textContent = this.#name === "" ? "<>" : this.#name;
    label.addEventListener("click", () => host.openProps(position()));
    this.contentDOM = element("span");
    this.dom.append(label, this.contentDOM);
  }

  update({ type, attrs }: Node): boolean {
    return type.name === "inlineComponent" && attrs.name === this.#name;
  }

  ignoreMutation(record: { type: string; target: globalThis.Node }): boolean {
    return record.type !== "selection" && !this.contentDOM.contains(record.target);
  }
}
