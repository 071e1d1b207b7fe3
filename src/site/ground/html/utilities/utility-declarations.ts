import { utilityColor } from "./utility-colors.ts";
import { utilityWord } from "./utility-words.ts";

type Family = (value: string, isNegative: boolean) => string | undefined;

const quarterRem = 0.25;
const screens: Record<string, string> = {
  xs: "20rem",
  sm: "24rem",
  md: "28rem",
  lg: "32rem",
  xl: "36rem",
  "2xl": "42rem",
  "3xl": "48rem",
  "4xl": "56rem",
  "5xl": "64rem",
  "6xl": "72rem",
  "7xl": "80rem",
  prose: "65ch",
};
const words: Record<string, string> = {
  auto: "auto",
  px: "1px",
  full: "100%",
  fit: "fit-content",
  min: "min-content",
  max: "max-content",
  none: "none",
};
const arbitraryLength = /^\[(-?\d{1,5}(?:\.\d{1,4})?(?:px|rem|em|%|vh|vw|ch|fr)?)\]$/;

/** `6` → `1.5rem`, `1/2` → `50%`, `full` → `100%`, `[200px]` → `200px`. */
function lengthOf(value: string, isNegative = false): string | undefined {
  const sign = isNegative ? "-" : "";
  if (/^\d{1,3}(?:\.5)?$/.test(value)) return `${sign}${Number(value) * quarterRem}rem`;
  const [, part, whole] = /^(\d{1,2})\/(\d{1,2})$/.exec(value) ?? [];
  if (part !== undefined) return `${sign}${Math.round((Number(part) / Number(whole)) * 10_000) / 100}%`;
  const chosen = arbitraryLength.exec(value)?.[1];
  if (chosen !== undefined) return `${sign}${chosen}`;
  return Object.hasOwn(words, value) ? words[value] : undefined;
}

const lengths =
  (...properties: string[]): Family =>
  (value, isNegative) => {
    const length = lengthOf(value, isNegative);
    return length === undefined ? undefined : properties.map((property) => `${property}:${length}`).join(";");
  };

const widths =
  (property: string, viewport: string): Family =>
  (value) => {
    if (value === "screen") return `${property}:100${viewport}`;
    const length = Object.hasOwn(screens, value) ? screens[value] : lengthOf(value);
    return length === undefined ? undefined : `${property}:${length}`;
  };

const colors =
  (property: string): Family =>
  (value) => {
    const color = utilityColor(value);
    return color === undefined ? undefined : `${property}:${color}`;
  };

const count = (value: string, max: number) =>
  /^\d{1,3}$/.test(value) && Number(value) <= max ? Number(value) : undefined;

const counted =
  (max: number, print: (number: number) => string): Family =>
  (value) => {
    const number = count(value, max);
    return number === undefined ? undefined : print(number);
  };

const moves =
  (axis: string): Family =>
  (value, isNegative) => {
    const move = lengths(axis)(value, isNegative);
    return move === undefined ? undefined : `${move};translate:var(--move-x,0) var(--move-y,0)`;
  };

const families: Record<string, Family> = {
  p: lengths("padding"),
  px: lengths("padding-inline"),
  py: lengths("padding-block"),
  pt: lengths("padding-top"),
  pr: lengths("padding-right"),
  pb: lengths("padding-bottom"),
  pl: lengths("padding-left"),
  m: lengths("margin"),
  mx: lengths("margin-inline"),
  my: lengths("margin-block"),
  mt: lengths("margin-top"),
  mr: lengths("margin-right"),
  mb: lengths("margin-bottom"),
  ml: lengths("margin-left"),
  gap: lengths("gap"),
  "gap-x": lengths("column-gap"),
  "gap-y": lengths("row-gap"),
  w: widths("width", "vw"),
  h: widths("height", "vh"),
  "min-w": widths("min-width", "vw"),
  "min-h": widths("min-height", "vh"),
  "max-w": widths("max-width", "vw"),
  "max-h": widths("max-height", "vh"),
  size: lengths("width", "height"),
  basis: lengths("flex-basis"),
  top: lengths("top"),
  right: lengths("right"),
  bottom: lengths("bottom"),
  left: lengths("left"),
  inset: lengths("inset"),
  "inset-x": lengths("inset-inline"),
  "inset-y": lengths("inset-block"),
  "translate-x": moves("--move-x"),
  "translate-y": moves("--move-y"),
  bg: colors("background-color"),
  text: (value) =>
    colors("color")(value, false) ?? lengths("font-size")(arbitraryLength.test(value) ? value : "", false),
  border: colors("border-color"),
  ring: colors("--ring"),
  fill: colors("fill"),
  stroke: colors("stroke"),
  decoration: colors("text-decoration-color"),
  "underline-offset": counted(8, (number) => `text-underline-offset:${number}px`),
  leading: lengths("line-height"),
  rounded: (value) => (arbitraryLength.test(value) ? lengths("border-radius")(value, false) : undefined),
  aspect: (value) => {
    const ratio = /^\[(\d{1,4}(?:\/\d{1,4})?)\]$/.exec(value)?.[1];
    return ratio === undefined ? undefined : `aspect-ratio:${ratio}`;
  },
  opacity: counted(100, (number) => `opacity:${number / 100}`),
  duration: counted(2_000, (number) => `transition-duration:${number}ms`),
  "grid-cols": counted(12, (number) => `grid-template-columns:repeat(${number},minmax(0,1fr))`),
  "grid-rows": counted(12, (number) => `grid-template-rows:repeat(${number},minmax(0,1fr))`),
  "col-span": counted(12, (number) => `grid-column:span ${number}/span ${number}`),
  "row-span": counted(12, (number) => `grid-row:span ${number}/span ${number}`),
  // What authors lay over each other stays below the header, whatever their numbers are: z-50 is 5.
  z: counted(50, (number) => `z-index:${number > 5 ? Math.ceil(number / 10) : number}`),
  order: counted(12, (number) => `order:${number}`),
  scale: counted(150, (number) => `scale:${number}%`),
};

/** The declarations of a class as Tailwind understands it, or undefined for a name of the author's own. */
export function utilityDeclarations(name: string): string | undefined {
  const word = utilityWord(name);
  if (word !== undefined) return word;
  const isNegative = name.startsWith("-");
  const text = isNegative ? name.slice(1) : name;
  for (let dash = text.lastIndexOf("-", text.indexOf("[") < 0 ? undefined : text.indexOf("[")); dash > 0; ) {
    const family = text.slice(0, dash);
    const declarations = Object.hasOwn(families, family)
      ? families[family]?.(text.slice(dash + 1), isNegative)
      : undefined;
    if (declarations !== undefined) return declarations;
    dash = text.lastIndexOf("-", dash - 1);
  }
  return undefined;
}
