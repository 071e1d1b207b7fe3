import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import { flagProp, type Props, type PropValue, textProp } from "../markdown/props.ts";
import { lucideIcon } from "./icon-prop.ts";

const actions = {
  copy: { icon: "copy", word: "copyImage" },
  download: { icon: "download", word: "downloadImage" },
} as const;
type PictureAction = keyof typeof actions;

export const placements: ReadonlySet<string> = new Set(["top-left", "top-right", "bottom-left", "bottom-right"]);

/** Applies the props that an HTML `<img>` doesn't have: `noZoom`, and buttons in a corner. */
export function pictureNode(image: HtmlNode, props: Props, words: ArticleWords): HtmlNode {
  if (!isElement(image) || image.tag !== "img") return image;
  const isFixed = flagProp(props, "noZoom") === true;
  const shown = isFixed ? { ...image, attributes: { ...image.attributes, "data-zoom": "none" } } : image;
  const buttons = readActions(props.actions).map((action) =>
    element("button", { type: "button", "data-picture": action, "aria-label": words[actions[action].word] }, [
      lucideIcon(actions[action].icon),
    ]),
  );
  if (buttons.length === 0) return shown;
  const asked = textProp(props, "actionsPlacement") ?? "";
  return element("span", { class: "picture", "data-placement": placements.has(asked) ? asked : "top-right" }, [
    shown,
    element("span", { class: "picture-actions" }, buttons),
  ]);
}

/** The alternative text. Empty for decorative images. */
export function altProp(props: Props): string | undefined {
  return props.alt === "" ? "" : textProp(props, "alt");
}

/** `actions` without a value enables all buttons. A list enables only the buttons that it names. */
function readActions(value: PropValue | undefined): PictureAction[] {
  const all = Object.keys(actions) as PictureAction[];
  if (value === true || value === "" || value === "true") return all;
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [];
  return all.filter((action) => list.includes(action));
}
