import type { Node } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { CatalogComponent } from "../../../../src/contract/editor-fact-operations.ts";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { element } from "../elements.ts";
import type { LookField } from "./component-looks.ts";
import { attributeText, changeAttribute, findAttribute } from "./component-props.ts";
import type { VisualHost } from "./host.ts";

interface PropField {
  dom: HTMLTextAreaElement;
  show(node: Node, component: CatalogComponent | undefined): void;
}

/** A prop that is written in its block, such as the title of a card. Enter continues in the block's text. */
export function propField(
  host: VisualHost,
  view: EditorView,
  position: () => number,
  { props, placeholder, isHiddenIfEmpty = false }: LookField,
): PropField {
  const dom = element("textarea", { rows: "1", placeholder, class: "component-field", spellcheck: "true" });
  dom.readOnly = !host.canWrite;
  let node: Node | undefined;
  let name = props[0];
  dom.addEventListener("input", () => {
    if (node === undefined) return;
    const text = dom.value.replaceAll(/[\r\n]/g, " ").trim();
    const changed = changeAttribute(componentAttributes(node), { name, type: "string" }, text);
    view.dispatch(view.state.tr.setNodeAttribute(position(), "attributes", changed));
  });
  dom.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    const isAtEnd = dom.selectionStart === dom.value.length;
    if (isUndo) event.shiftKey ? host.redo() : host.undo();
    else if (event.key === "Enter" || event.key === "Escape" || (event.key === "ArrowDown" && isAtEnd)) enterContent();
    else return;
    event.preventDefault();
  });
  dom.addEventListener("blur", () => node !== undefined && hide());
  return {
    dom,
    show(next, component) {
      node = next;
      const attributes = componentAttributes(next);
      name = props.find((each) => findAttribute(attributes, each) !== undefined) ?? props[0];
      dom.setAttribute("aria-label", `${labelOf(name)} of ${String(next.attrs.name)}`);
      dom.title = component?.props.find((prop) => prop.name === name)?.description ?? "";
      const text = attributeText(findAttribute(attributes, name));
      // Text that is being typed may end with spaces, which the source doesn't keep.
      if (dom.value.trim() !== text) dom.value = text;
      hide();
    },
  };

  function hide(): void {
    dom.hidden = isHiddenIfEmpty && dom.value.trim() === "" && document.activeElement !== dom;
  }

  function enterContent(): void {
    const at = position() + 1;
    const { tr } = view.state;
    if (node?.childCount === 0) tr.insert(at, pageSchema.nodes.paragraph.create());
    view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))).scrollIntoView());
    view.focus();
  }
}

/** `label` is "Label". */
function labelOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Moves the cursor from the first line of a component to the last of its fields above. */
export function enterFieldAbove(view: EditorView): boolean {
  const { selection } = view.state;
  if (!(selection instanceof TextSelection) || !selection.empty || !view.endOfTextblock("up")) return false;
  const { $from } = selection;
  for (let depth = $from.depth - 1; depth > 0 && $from.index(depth) === 0; depth -= 1) {
    if ($from.node(depth).type !== pageSchema.nodes.component) continue;
    const dom = view.nodeDOM($from.before(depth));
    const fields =
      dom instanceof Element
        ? dom.querySelectorAll<HTMLTextAreaElement>(":scope > .component-head > textarea:not([hidden])")
        : [];
    const last = [...fields].at(-1);
    if (last === undefined) continue;
    last.focus();
    last.setSelectionRange(last.value.length, last.value.length);
    return true;
  }
  return false;
}
