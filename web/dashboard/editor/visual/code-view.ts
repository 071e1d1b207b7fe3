import type { Node } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { element } from "./elements.ts";

const languages =
  "bash c cpp csharp css dart diff docker elixir go graphql html http java javascript json jsx kotlin lua markdown mdx php python ruby rust shell sql swift toml tsx typescript xml yaml".split(
    " ",
  );

/** Code with fields for its language and its title. */
export function codeView(canWrite: boolean): NodeViewConstructor {
  return (node, view, getPosition) => new CodeView(node, view, () => getPosition() ?? 0, canWrite);
}

class CodeView implements NodeView {
  readonly dom = element("figure", { class: "code-block" });
  readonly contentDOM = element("code", { spellcheck: "false" });
  readonly #header = element("header", { contenteditable: "false" });
  readonly #language: HTMLInputElement;
  readonly #meta: HTMLInputElement;
  readonly #view: EditorView;
  readonly #position: () => number;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number, canWrite: boolean) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#language = this.#field("lang", "Language", "text", canWrite);
    this.#language.setAttribute("list", languageList());
    this.#meta = this.#field("meta", "Title and options", "Title", canWrite);
    this.#header.append(this.#language, this.#meta);
    const pre = element("pre");
    pre.append(this.contentDOM);
    this.dom.append(this.#header, pre);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && this.#header.contains(event.target);
  }

  ignoreMutation(record: { type: string; target: globalThis.Node }): boolean {
    return record.type !== "selection" && !this.contentDOM.contains(record.target);
  }

  #show(): void {
    for (const [field, value] of [
      [this.#language, this.#node.attrs.lang],
      [this.#meta, this.#node.attrs.meta],
    ] as const) {
      const text = value === null ? "" : String(value);
      // Text that is being typed may end with spaces, which the source doesn't keep.
      if (field.value.trim() !== text) field.value = text;
    }
  }

  #field(attribute: "lang" | "meta", label: string, placeholder: string, canWrite: boolean): HTMLInputElement {
    const field = element("input", { type: "text", "aria-label": label, placeholder, spellcheck: "false" });
    field.className = `code-${attribute}`;
    field.readOnly = !canWrite;
    field.addEventListener("input", () => {
      // A language is one word. Neither the language nor the title can contain the fence.
      const written = attribute === "lang" ? field.value.replaceAll(/\s/g, "") : field.value;
      const text = written.replaceAll("`", "").trim();
      this.#view.dispatch(this.#view.state.tr.setNodeAttribute(this.#position(), attribute, text === "" ? null : text));
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "ArrowDown" && event.key !== "Escape") return;
      event.preventDefault();
      const { state } = this.#view;
      this.#view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, this.#position() + 1)));
      this.#view.focus();
    });
    return field;
  }
}

/** One list for all code blocks of the page. */
function languageList(): string {
  const id = "code-languages";
  if (document.getElementById(id) === null) {
    const list = element("datalist", { id });
    list.append(...languages.map((value) => element("option", { value })));
    document.body.append(list);
  }
  return id;
}
