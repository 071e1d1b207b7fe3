import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { componentAttributes, isImage, pageSchema } from "../document/page-schema.ts";
import { element } from "../elements.ts";
import { attributeText, changeAttribute, findAttribute } from "./component-props.ts";
import type { VisualHost } from "./host.ts";
import { selectable } from "./node-view.ts";

export interface ImageFacts {
  src: string;
  alt: string;
  title: string;
  width: string;
}

export function readImage(node: Node): ImageFacts {
  if (node.type === pageSchema.nodes.image) {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null };
    return { src, alt, title: title ?? "", width: "" };
  }
  const attributes = componentAttributes(node);
  const text = (name: string) => attributeText(findAttribute(attributes, name));
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
  const attributes = (["src", "alt", "title", "width"] as const).reduce(
    (current, name) => changeAttribute(current, { name, type: "string" }, facts[name]),
    before,
  );
  const type = node.type === image ? inlineComponent : node.type;
  return type.create({ name: "img", attributes }, null, node.marks);
}

const frameClass = "image-block relative inline-block max-w-full rounded-card align-bottom";
const missingClass =
  "inline-block rounded-card border border-dashed border-line-strong px-4 py-3 text-[13px] leading-5 text-ink-faint";
const requestClass =
  "ml-2 inline-block cursor-pointer rounded-control bg-warn-soft px-2 py-0.5 text-[12.5px] leading-5 text-warn";

export function imageView(host: VisualHost): NodeViewConstructor {
  return (first, _view, getPosition) => {
    const openProps = () => host.openProps(getPosition() ?? 0);
    const dom = element(first.isInline ? "span" : "div", { class: frameClass, contenteditable: "false" });
    dom.addEventListener("dblclick", openProps);
    show(first);
    return {
      dom,
      ...selectable(dom),
      update(node) {
        if (node.type !== first.type || !isImage(node)) return false;
        show(node);
        return true;
      },
      ignoreMutation: () => true,
    };

    function show(node: Node): void {
      const { src, alt, width } = readImage(node);
      const url = host.imageUrl(src);
      const missing = element("span", { class: missingClass }, alt === "" ? src : `${alt} (${src})`);
      const shown =
        url === undefined
          ? missing
          : element("img", { alt, src: url, draggable: "false", class: "h-auto max-w-full rounded-card" });
      if (shown instanceof HTMLImageElement) {
        if (/^\d{1,4}$/.test(width)) shown.width = Number(width);
        shown.addEventListener("error", () => shown.replaceWith(missing));
      }
      const request = element("span", { class: requestClass }, "Add alt text");
      request.addEventListener("click", openProps);
      dom.replaceChildren(shown, ...(alt === "" && host.canWrite ? [request] : []));
    }
  };
}
