import { element, type HtmlAttributes, type HtmlElement } from "../../shared/html/html-node.ts";
import type { IconLibrary } from "../../source/config/icon.ts";
import { freeIconFor } from "./free-icon-names.ts";
import { currentFontAwesomeName, type IconFolder, iconFolders, iconNames, readIconFile } from "./icon-files.ts";
import { drawnShape } from "./packed-icons.ts";

const namePattern = /^[a-z0-9][a-z0-9-]{0,59}$/;
const attribute = /([\w-]+)="([^"]*)"/g;
/** The path of the invisible square that Tabler draws around each icon. */
const emptySquare = "M0 0h24v24H0z";
const drawingsMax = 4_000;

/**
 * An icon as an inline SVG in the color of its text, or undefined if no library has it. If an author names an icon of
 * the paid Font Awesome that the free version lacks, a similar icon is used.
 */
export function findIcon(library: IconLibrary, name: string, iconType?: string): HtmlElement | undefined {
  // Brand names may have a capital inside: the icon of `GitHub` is `github`, not `git-hub`.
  const names = [plainIconName(name), plainIconName(name.toLowerCase())].filter((plain) => plain !== undefined);
  const near = () => (library === "fontawesome" ? nearNames(name.trim()) : []);
  for (const namesOf of [() => names, near]) {
    for (const plain of new Set(namesOf())) {
      for (const [folder, candidate] of candidates(library, plain, iconType)) {
        const drawing = findDrawing(folder, candidate);
        if (drawing !== undefined) return drawing;
      }
    }
  }
  return undefined;
}

const frames: ReadonlySet<string> = new Set("circle square rectangle hexagon octagon diamond triangle".split(" "));
let knownWords: ReadonlySet<string> | undefined;

/**
 * Names of simpler icons, best first. The paid Font Awesome adds words to a name (`message-sms`) or puts a frame in
 * front of it (`square-bolt`). A word that no icon has is a typo, and an icon without its slash means the opposite.
 */
function nearNames(name: string): string[] {
  const words = plainIconName(name)?.split("-") ?? [];
  knownWords ??= new Set(iconFolders.flatMap((folder) => [...iconNames(folder)]).flatMap((known) => known.split("-")));
  // A name with a space is from a library that isn't known here, such as `pi pi-github`.
  if (/\s/.test(name) || words.includes("slash") || !words.every((word) => knownWords?.has(word))) return [];
  const [first = ""] = words;
  const base = frames.has(first) ? words.slice(1) : words;
  return base.map((_, index) => base.slice(0, base.length - index).join("-"));
}

/** Authors write `fa-solid fa-house`, `House` and `circle_check`; the files are named `house` and `circle-check`. */
export function plainIconName(name: string): string | undefined {
  const plain = name
    .trim()
    .replace(/^(?:fa[srbltd]?|fa-(?:solid|regular|brands|light|thin|duotone)) (?=fa-)/, "")
    .replace(/^fa-(?=.)/, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-")
    .replaceAll(/[\s_]+/g, "-")
    .toLowerCase();
  return namePattern.test(plain) ? plain : undefined;
}

type Candidate = [folder: IconFolder, name: string];

function candidates(library: IconLibrary, name: string, iconType: string | undefined): Candidate[] {
  const fontAwesome = fontAwesomeFolders(iconType).map((folder): Candidate => [folder, name]);
  const tabler: Candidate[] = [
    ["tabler-outline", name],
    ["tabler-filled", name.replace(/-filled$/, "")],
    ["tabler-outline", `brand-${name}`],
  ];
  const lucide: Candidate = ["lucide", name];
  if (library === "lucide") return [lucide, ...tabler, ...fontAwesome];
  if (library === "tabler") return [...tabler, lucide, ...fontAwesome];
  const renamed = [currentFontAwesomeName(name), freeIconFor(name)].flatMap((known): Candidate[] =>
    known === undefined
      ? []
      : [
          ["fa-solid", known],
          ["fa-regular", known],
          ["lucide", known],
        ],
  );
  const other = lucideName(name);
  return [
    ...fontAwesome,
    ...renamed,
    ...([lucide, ["lucide", other], ["tabler-outline", name], ["tabler-outline", other]] satisfies Candidate[]),
    ["tabler-outline", framedSign(name)],
  ];
}

/** Lucide and Tabler have other words for the same signs: `folder-magnifying-glass` is `folder-search` there. */
function lucideName(name: string): string {
  return name.replace(/-(slash|xmark|magnifying-glass|gear)$/, (_, sign: string) => `-${lucideWords[sign]}`);
}

const lucideWords: Record<string, string> = { slash: "off", xmark: "x", "magnifying-glass": "search", gear: "cog" };

/**
 * The paid Font Awesome has `circle-1` and `square-k`. The only free library with such icons is Tabler, as
 * `circle-number-1`.
 */
function framedSign(name: string): string {
  return name.replace(/^(circle|square)-(\w)$/, (_, frame, sign) => {
    return `${frame}-${/\d/.test(sign) ? "number" : "letter"}-${sign}`;
  });
}

/** The free Font Awesome has only three styles. Thin styles become `regular`, and heavy styles become `solid`. */
function fontAwesomeFolders(iconType: string | undefined): IconFolder[] {
  if (iconType === "brands") return ["fa-brands", "fa-solid", "fa-regular"];
  const isThin = iconType !== undefined && /regular|light|thin/.test(iconType);
  return isThin ? ["fa-regular", "fa-solid", "fa-brands"] : ["fa-solid", "fa-brands", "fa-regular"];
}

const drawings = new Map<string, HtmlElement | undefined>();

function findDrawing(folder: IconFolder, name: string): HtmlElement | undefined {
  const key = `${folder}/${name}`;
  if (drawings.has(key)) return drawings.get(key);
  // Unknown names are cached too, so the cache needs a limit against pages full of invented names.
  if (drawings.size >= drawingsMax) drawings.clear();
  const file = readIconFile(folder, name);
  const drawing = file === undefined ? undefined : drawingOf(file, folder);
  drawings.set(key, drawing);
  return drawing;
}

/** The stylesheet sets strokes and fills by class, which keeps a page with a hundred icons small. */
function drawingOf(file: string, folder: IconFolder): HtmlElement {
  const isOutlined = folder === "lucide" || folder === "tabler-outline";
  const shapes = [...file.matchAll(drawnShape)]
    .map(([, tag = "", text = ""]) => element(tag, attributesOf(text, isOutlined)))
    .filter(({ attributes }) => attributes.d !== emptySquare);
  // Font Awesome's drawings have wider margins than those of other libraries, so the margins are cut off. Wide drawings
  // extend into the margins and aren't clipped.
  const viewBox = folder.startsWith("fa-") ? "32 32 576 576" : "0 0 24 24";
  const className = isOutlined ? "icon icon-line" : "icon icon-solid";
  return element("svg", { class: className, viewBox, width: 16, height: 16, "aria-hidden": "true" }, shapes);
}

function attributesOf(text: string, isOutlined: boolean): HtmlAttributes {
  const attributes: HtmlAttributes = {};
  for (const [, name = "", value = ""] of text.matchAll(attribute)) {
    // A dot in an outlined icon is filled; a solid icon is filled entirely.
    if (isOutlined || name !== "fill") attributes[name] = value;
  }
  return attributes;
}
