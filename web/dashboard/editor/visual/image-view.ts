import type { Node } from "prosemirror-model";
import type { NodeView, NodeViewConstructor } from "prosemirror-view";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { attributeText, changeAttribute } from "./change-attribute.ts";
import { element } from "./elements.ts";
import type { VisualHost } from "./host.ts";

export interface ImageFacts {
  src: string;
  alt: string;
  title: string;
  width: string;
}

/** An image is either Markdown or an `<img>` tag, which can have a width. */
export function isImage({ type, attrs }: Node): boolean {
  const { image, component, inlineComponent } = pageSchema.nodes;
  return type === image || ((type === component || type === inlineComponent) && attrs.name === "img");
}

export function readImage(node: Node): ImageFacts {
  if (node.type === pageSchema.nodes.image) {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null };
    return { src, alt, title: title ?? "", width: "" };
  }
  const attributes = componentAttributes(node);
  const text = (name: string) => attributeText(attributes.find((attribute) => attribute.name === name));
  return { src: text("src"), alt: text("alt"), title: text("title"), width: text("width") };
}

/** The image with changed properties. A width turns a Markdown image into a tag. */
export function changeImage(node: Node, facts: ImageFacts): Node {
  const { image, inlineComponent } = pageSchema.nodes;
  if (node.type === image && facts.width === "") {
    const { src, alt, title } = facts;
    return image.create({ ...node.attrs, src, alt, title: title === "" ? null : title }, null, node.marks);
  }
  const before = node.type === image ? [] : componentAttributes(node);
  const fields = [
    ["src", "string"],
    ["alt", "string"],
    ["title", "string"],
    ["width", "string"],
  ] as const;
  const attributes = fields.reduce(
    (current, [name, type]) => changeAttribute(current, { name, type }, facts[name]),
    [...before],
  );
  const type = node.type === image ? inlineComponent : node.type;
  return type.create({ name: "img", attributes }, null, node.marks);
}

export function imageView(host: VisualHost): NodeViewConstructor {
  return (node, _view, getPosition) => new ImageView(node, () => getPosition() ?? 0, host);
}

class ImageView implements NodeView {
  readonly dom: HTMLElement;
  readonly #position: () => number;
  readonly #host: VisualHost;
  #node: Node;

  constructor(node: Node, position: () => number, host: VisualHost) {
    this.#node = node;
    this.#position = position;
    this.#host = host;
    this.dom = element(node.isInline ? "span" : "div", { class: "image-block" });
    this.dom.contentEditable = "false";
    this.dom.addEventListener("dblclick", () => host.openProps(this.#position()));
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || !isImage(node)) return false;
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

  ignoreMutation(): boolean {
    return true;
  }

  #show(): void {
    const { src, alt, width } = readImage(this.#node);
    const url = this.#host.imageUrl(src);
    const missing = element("span", { class: "image-missing" });
    missing.textContent = alt === "" ? src : `${alt} (${src})`;
    const shown = url === undefined ? missing : element("img", { alt, src: url, draggable: "false" });
    if (shown instanceof HTMLImageElement) {
      if (/^\d{1,4}$/.test(width)) shown.width = Number(width);
      shown.addEventListener("error", () => shown.replaceWith(missing));
    }
    const request = element("span", { class: "image-request" });
    request.textContent = "Add alt text";
    request.addEventListener("click", () => this.#host.openProps(this.#position()));
    this.dom.replaceChildren(shown, ...(alt === "" && this.#host.canWrite ? [request] : []));
  }
}
