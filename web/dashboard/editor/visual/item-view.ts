import type { NodeViewConstructor } from "prosemirror-view";
import { element } from "../elements.ts";
import { ignoreOutside } from "./node-view.ts";

/** A list item. Tasks have a checkbox. */
export function itemView(canWrite: boolean): NodeViewConstructor {
  return ({ type, attrs }, view, getPosition) => {
    const isTask = attrs.checked !== null;
    const box = element("input", {
      type: "checkbox",
      "aria-label": "Done",
      contenteditable: "false",
      class: "mt-1.5 size-4 flex-none accent-accent",
    });
    box.checked = attrs.checked === true;
    box.disabled = !canWrite;
    box.addEventListener("change", () => {
      view.dispatch(view.state.tr.setNodeAttribute(getPosition() ?? 0, "checked", box.checked));
    });
    const contentDOM = isTask ? element("div", { class: "min-w-0 flex-1" }) : element("li");
    const dom = isTask ? element("li", { class: "task" }, box, contentDOM) : contentDOM;
    return {
      dom,
      contentDOM,
      update(node) {
        if (node.type !== type || (node.attrs.checked !== null) !== isTask) return false;
        box.checked = node.attrs.checked === true;
        return true;
      },
      stopEvent: ({ target }) => target === box,
      ignoreMutation: ignoreOutside(contentDOM),
    };
  };
}
