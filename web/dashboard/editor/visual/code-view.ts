import { TextSelection } from "prosemirror-state";
import type { NodeViewConstructor } from "prosemirror-view";
import { element } from "../elements.ts";
import { ignoreOutside } from "./node-view.ts";

const languages =
  "bash c cpp csharp css dart diff docker elixir go graphql html http java javascript json jsx kotlin lua markdown mdx php python ruby rust shell sql swift toml tsx typescript xml yaml".split(
    " ",
  );

const fieldClass =
  "h-7 min-w-0 rounded-control px-2 font-mono text-[12.5px] leading-5 text-ink-soft placeholder:text-ink-faint hover:bg-hover";
const fieldWidths = { lang: "w-28", meta: "flex-1" };

/** Code with fields for its language and its title. */
export function codeView(canWrite: boolean): NodeViewConstructor {
  return (node, view, getPosition) => {
    const position = () => getPosition() ?? 0;
    const language = field("lang", "Language", "text");
    language.setAttribute("list", languageList());
    const meta = field("meta", "Title and options", "Title");
    const headerClass = "flex gap-2 border-b border-line px-1.5 py-1 select-none";
    const header = element("header", { class: headerClass, contenteditable: "false" }, language, meta);
    const contentDOM = element("code", { spellcheck: "false" });
    const pre = element("pre", { class: "overflow-x-auto px-3.5 py-3" }, contentDOM);
    const dom = element("figure", { class: "code-block" }, header, pre);
    show(node.attrs);
    return {
      dom,
      contentDOM,
      update({ type, attrs }) {
        if (type !== node.type) return false;
        show(attrs);
        return true;
      },
      stopEvent: ({ target }) => target instanceof HTMLElement && header.contains(target),
      ignoreMutation: ignoreOutside(contentDOM),
    };

    function show(attrs: typeof node.attrs): void {
      for (const [input, value] of [
        [language, attrs.lang],
        [meta, attrs.meta],
      ]) {
        const text = value === null ? "" : String(value);
        // Text that is being typed may end with spaces, which the source doesn't keep.
        if (input.value.trim() !== text) input.value = text;
      }
    }

    function field(attribute: "lang" | "meta", label: string, placeholder: string): HTMLInputElement {
      const attributes = { type: "text", "aria-label": label, placeholder, spellcheck: "false" };
      const input = element("input", { ...attributes, class: `${fieldClass} ${fieldWidths[attribute]}` });
      input.readOnly = !canWrite;
      input.addEventListener("input", () => {
        // A language is one word. Neither the language nor the title can contain the fence.
        const written = attribute === "lang" ? input.value.replaceAll(/\s/g, "") : input.value;
        const text = written.replaceAll("`", "").trim();
        view.dispatch(view.state.tr.setNodeAttribute(position(), attribute, text === "" ? null : text));
      });
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== "ArrowDown" && event.key !== "Escape") return;
        event.preventDefault();
        view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position() + 1)));
        view.focus();
      });
      return input;
    }
  };
}

/** One list for all code blocks of the page. */
function languageList(): string {
  const id = "code-languages";
  if (document.getElementById(id) === null) {
    document.body.append(element("datalist", { id }, ...languages.map((value) => element("option", { value }))));
  }
  return id;
}
