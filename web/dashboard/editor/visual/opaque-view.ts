import type { NodeViewConstructor } from "prosemirror-view";
import { type OpaqueKind, opaqueNames } from "../document/page-schema.ts";
import { button, element } from "../elements.ts";
import type { VisualHost } from "./host.ts";
import { controlClass, headerClass, nameClass, selectable } from "./node-view.ts";

/** Content that is edited as source. Shows the build's rendering if there is one. */
export function opaqueView(host: VisualHost): NodeViewConstructor {
  return (first, _view, getPosition) => {
    let node = first;
    const { isInline } = first;
    const position = () => getPosition() ?? 0;
    const openSource = () => host.openSource(position());
    const body = element(isInline ? "span" : "div", { class: "opaque-body" });
    const dom = element(isInline ? "span" : "section", {
      class: isInline ? "opaque-text" : "opaque-block",
      contenteditable: "false",
    });
    dom.append(...(isInline ? [] : [header()]), body);
    dom.addEventListener("dblclick", openSource);
    dom.addEventListener("refresh", show);
    show();
    return {
      dom,
      ...selectable(dom),
      update(next) {
        if (next.type !== node.type || next.attrs.kind !== node.attrs.kind) return false;
        node = next;
        show();
        return true;
      },
      stopEvent: ({ target }) => target instanceof HTMLButtonElement,
      ignoreMutation: () => true,
    };

    function header(): HTMLElement {
      const name = opaqueNames[node.attrs.kind as OpaqueKind] ?? "Source";
      const edit = button(`component-gear ${controlClass}`, openSource, "Edit source");
      edit.setAttribute("aria-label", `Edit source of ${name.toLowerCase()}`);
      const kind = element("span", { class: nameClass }, name);
      return element("header", { class: headerClass }, kind, ...(host.canWrite ? [edit] : []));
    }

    function show(): void {
      const { source, message } = node.attrs as { source: string; message: string | null };
      const html = isInline || message !== null ? undefined : host.renderBlock(position());
      const code = element("code", { class: isInline ? "cursor-default" : "" }, source);
      if (html !== undefined && html.trim() !== "") {
        dom.classList.remove("is-line");
        body.replaceChildren(shownOnly(html));
      } else if (isInline) body.replaceChildren(code);
      else {
        dom.classList.toggle("is-line", message === null && !source.includes("\n"));
        const problem = `This page can't be shown in visual mode. ${message}`;
        const notes =
          message === null ? [] : [element("div", { class: "mb-2 text-[14px] leading-[22px] text-danger" }, problem)];
        body.replaceChildren(...notes, element("pre", {}, code));
      }
    }
  };
}

/** The rendering isn't interactive: nothing in it takes the focus, and its IDs must not become IDs of the dashboard. */
export function shownOnly(html: string): HTMLElement {
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
  return element("div", { class: "opaque-rendering", inert: "" }, ...body.childNodes);
}
