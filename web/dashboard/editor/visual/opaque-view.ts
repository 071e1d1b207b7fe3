import type { Node } from "prosemirror-model";
import type { NodeView, NodeViewConstructor } from "prosemirror-view";
import type { OpaqueKind } from "../document/page-schema.ts";
import { button, element } from "./elements.ts";
import type { VisualHost } from "./host.ts";

const names: Record<OpaqueKind, string> = {
  code: "Code",
  comment: "Comment",
  definition: "Link definition",
  expression: "Expression",
  footnote: "Footnote",
  html: "HTML",
  import: "Import",
  math: "Formula",
  other: "Source",
  page: "Page",
  reference: "Reference",
};

/** Content that is edited as source. Shows the build's rendering if there is one. */
export function opaqueView(host: VisualHost): NodeViewConstructor {
  return (node, _view, getPosition) => new OpaqueView(node, () => getPosition() ?? 0, host);
}

class OpaqueView implements NodeView {
  readonly dom: HTMLElement;
  readonly #body: HTMLElement;
  readonly #position: () => number;
  readonly #host: VisualHost;
  #node: Node;

  constructor(node: Node, position: () => number, host: VisualHost) {
    this.#node = node;
    this.#position = position;
    this.#host = host;
    this.dom = element(node.isInline ? "span" : "section", { class: node.isInline ? "opaque-text" : "opaque-block" });
    this.dom.contentEditable = "false";
    this.#body = element(node.isInline ? "span" : "div", { class: "opaque-body" });
    if (!node.isInline) this.dom.append(this.#header());
    this.dom.append(this.#body);
    this.dom.addEventListener("dblclick", () => host.openSource(this.#position()));
    this.dom.addEventListener("refresh", () => this.#show());
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || node.attrs.kind !== this.#node.attrs.kind) return false;
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
    return event.target instanceof HTMLButtonElement;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #header(): HTMLElement {
    const header = element("header");
    const kind = element("span", { class: "component-name" });
    const name = names[this.#node.attrs.kind as OpaqueKind] ?? "Source";
    kind.textContent = name;
    const edit = button({ class: "component-gear", "aria-label": `Edit source of ${name.toLowerCase()}` });
    edit.textContent = "Edit source";
    edit.addEventListener("click", () => this.#host.openSource(this.#position()));
    header.append(kind, ...(this.#host.canWrite ? [edit] : []));
    return header;
  }

  #show(): void {
    const { source, message } = this.#node.attrs as { source: string; message: string | null };
    const html = this.#node.isInline || message !== null ? undefined : this.#host.renderBlock(this.#position());
    if (html !== undefined && html.trim() !== "") {
      this.dom.classList.remove("is-line");
      this.#body.replaceChildren(shownOnly(html));
      return;
    }
    const code = element("code");
    code.textContent = source;
    if (this.#node.isInline) {
      this.#body.replaceChildren(code);
      return;
    }
    this.dom.classList.toggle("is-line", message === null && !source.includes("\n"));
    const pre = element("pre");
    pre.append(code);
    const problem = element("p", { class: "opaque-problem" });
    problem.textContent = message === null ? "" : `This page can't be shown in visual mode. ${message}`;
    this.#body.replaceChildren(...(message === null ? [] : [problem]), pre);
  }
}

/** The rendering isn't interactive: nothing in it takes the focus, and its IDs must not become IDs of the dashboard. */
function shownOnly(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const unsafe of body.querySelectorAll("script, style, iframe, object, embed, link, meta, base, form"))
    unsafe.remove();
  for (const found of body.querySelectorAll("*")) {
    for (const { name, value } of [...found.attributes]) {
      const isScript = name.startsWith("on") || /^\s*(?:javascript|data|vbscript):/i.test(value);
      if (isScript || name === "id" || name === "style" || name === "autofocus" || name === "srcdoc")
        found.removeAttribute(name);
    }
  }
  const shown = document.createDocumentFragment();
  const frame = element("div", { class: "opaque-rendering", inert: "" });
  frame.append(...body.childNodes);
  shown.append(frame);
  return shown;
}
