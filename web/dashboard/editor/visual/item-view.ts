import type { Node } from "prosemirror-model";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { element } from "./elements.ts";

/** A list item. Tasks have a checkbox. */
export function itemView(canWrite: boolean): NodeViewConstructor {
  return (node, view, getPosition) => new ItemView(node, view, () => getPosition() ?? 0, canWrite);
}

class ItemView implements NodeView {
  readonly dom = element("li");
  readonly contentDOM: HTMLElement;
  readonly #box: HTMLInputElement | undefined;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number, canWrite: boolean) {
    this.#node = node;
    if (node.attrs.checked === null) {
      this.contentDOM = this.dom;
      return;
    }
    this.dom.className = "task";
    const box = element("input", { type: "checkbox", "aria-label": "Done", contenteditable: "false" });
    box.checked = node.attrs.checked === true;
    box.disabled = !canWrite;
    box.addEventListener("change", () => {
      view.dispatch(view.state.tr.setNodeAttribute(position(), "checked", box.checked));
    });
    this.#box = box;
    this.contentDOM = element("div");
    this.dom.append(box, this.contentDOM);
  }

  update(node: Node): boolean {
    const hadBox = this.#node.attrs.checked !== null;
    if (node.type !== this.#node.type || (node.attrs.checked !== null) !== hadBox) return false;
    this.#node = node;
    if (this.#box !== undefined) this.#box.checked = node.attrs.checked === true;
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box;
  }

  ignoreMutation(record: { type: string; target: globalThis.Node }): boolean {
    return record.type !== "selection" && !this.contentDOM.contains(record.target);
  }
}
