import { drawIcon, isIconFile } from "../../page/icons/draw-icon.ts";
import { findIcon, plainIconName } from "../../page/icons/find-icon.ts";
import { missingIcon } from "../../page/icons/missing-icon.ts";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { HtmlElement } from "../../shared/html/html-node.ts";
import { printHtml } from "../../shared/html/print-html.ts";
import { safeResourceUrl } from "../../shared/html/safe-url.ts";
import type { IconLibrary, IconSetting } from "../../source/config/icon.ts";
import type { ThemedColor } from "../../source/config/themed.ts";
import { ownIcons } from "./own-icons.ts";
import { themedText } from "./site-colors.ts";
import { siteFilePath } from "./site-file-path.ts";
import type { FrameIcon } from "./site-frame.ts";

/**
 * The icons of the frame. They are in a stylesheet instead of the pages, because the stylesheet is loaded only once,
 * while a sidebar with a hundred icons is part of every page.
 */
export interface IconSheet {
  /** Takes a library name, an address or a path in the project. Undefined if the icon doesn't exist. */
  iconFor(icon: IconSetting | undefined, tint?: ThemedColor, file?: string): FrameIcon | undefined;
  /** Icons that don't exist, with the files that name them. */
  missing: ReadonlyMap<string, string>;
  /** The icons of built-in controls, and those that `iconFor` has returned. */
  rules(): string;
}

export function createIconSheet(siteLibrary: IconLibrary): IconSheet {
  const drawings = new Map<string, HtmlElement>();
  const missing = new Map<string, string>();
  const tints = new Map<string, string>();
  return {
    missing,
    iconFor(icon, tint, file = "docs.json") {
      if (icon === undefined) return undefined;
      if (isIconFile(icon.name)) return pictureIcon(icon.name);
      if (icon.name.includes("<")) return drawnIcon(icon.name);
      const library = icon.library ?? siteLibrary;
      const drawing = findIcon(library, icon.name, icon.type);
      const parts = ["i", library === siteLibrary ? "" : library, plainIconName(icon.name) ?? "", icon.type ?? ""];
      const className = parts.filter(Boolean).join("-");
      if (drawing === undefined) {
        missing.set(icon.name, file);
        return undefined;
      }
      drawings.set(className, drawing);
      return { className: [className, ...tintClass(tint, tints)].join(" ") };
    },
    rules() {
      const classes = [...drawings].map(([className, drawing]) => iconRule(className, drawing));
      const colors = [...tints].map(([className, color]) => `i.${className}{color:${color}}`);
      return [ownRules(), ...classes, ...colors].join("\n");
    },
  };
}

function iconRule(className: string, drawing: HtmlElement): string {
  return `.${className}{--i:${maskUrl(drawing)}}`;
}

let knownRules: string | undefined;

/** The icons of every site. The stylesheets show two of them without an element in the page. */
function ownRules(): string {
  knownRules ??= Object.entries(ownIcons)
    .flatMap(([name, [library, file]]) => {
      const drawing = findIcon(library, file);
      if (drawing === undefined) return [];
      const mark = name === "check" || name === "outside" ? [`:root{--${name}:${maskUrl(drawing)}}`] : [];
      return [iconRule(`o-${name}`, drawing), ...mark];
    })
    .join("\n");
  return knownRules;
}

/** An author can set a color for each mode. Like the accent, it is adjusted to be readable. */
function tintClass({ light, dark }: ThemedColor = {}, tints: Map<string, string>): string[] {
  const [one, other] = [light ?? dark, dark ?? light];
  if (one === undefined || other === undefined) return [];
  const className = `t${one}${other}`.replaceAll("#", "-").toLowerCase();
  tints.set(className, themedText(one, other));
  return [className];
}

function pictureIcon(path: string): FrameIcon | undefined {
  const src = safeResourceUrl(path) === undefined ? undefined : siteFilePath(path);
  return src === undefined ? undefined : { src };
}

/** Inline SVG from the author keeps its own colors, like a picture. */
function drawnIcon(text: string): FrameIcon | undefined {
  const drawing = drawIcon("lucide", { icon: text });
  if (drawing?.tag !== "svg") return undefined;
  const attributes = { xmlns: "http://www.w3.org/2000/svg", ...drawing.attributes };
  return { src: `data:image/svg+xml,${encodeURIComponent(printHtml([{ ...drawing, attributes }]))}` };
}

/** The icon as a mask, so that it has the color of the text. Lines get the width of the built-in icons. */
function maskUrl({ attributes, children }: HtmlElement): string {
  const isLine = String(attributes.class).includes("icon-line");
  const lines = isLine
    ? ` fill='none' stroke='#000' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'`
    : "";
  const shapes = printHtml(children)
    .replaceAll('"', "'")
    .replaceAll(/><\/\w+>/g, "/>");
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${attributes.viewBox}'${lines}>${shapes}</svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll(/[%#<>]/g, encodeURIComponent)}")`;
}

/** One warning for each icon of the navigation that doesn't exist. */
export function noteMissingIcons({ missing }: IconSheet, library: IconLibrary): BuildProblem[] {
  return [...missing].map(([name, file]) => {
    const { message, hint } = missingIcon(library, name);
    return new BuildProblem(message, { severity: "warning", file, hint });
  });
}
