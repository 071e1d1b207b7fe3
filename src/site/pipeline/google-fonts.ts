import type { FontSetting } from "../source/config/fonts.ts";

/** A file of a font family, for some of its weights and characters. */
export interface FontFace {
  address: string;
  /** The weight as in CSS: `400`, or `400 700` for a range. */
  weight: string;
  range: string | undefined;
  subset: string;
}

const stylesheets = "https://fonts.googleapis.com/css2";
const filesHost = "fonts.gstatic.com";
const familyLengthMax = 100;
/** The user agent of a browser, because Google chooses the font format by the user agent. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

/**
 * Requests for a family, the preferred request first. Several are tried, because Google rejects a request for weights
 * that a family doesn't have and doesn't list the weights of each family.
 */
export function fontRequests({ family, weight }: FontSetting): { address: string; userAgent: string }[] {
  const name = family.slice(0, familyLengthMax).trim();
  const chosen = /^\d{1,4}( \d{1,4})?$/.test(weight ?? "") ? weight?.replace(" ", "..") : undefined;
  const weights = [...(chosen === undefined ? [] : [chosen]), "400;500;600;700", "400;700"];
  const families = [...weights.map((list) => `${name}:wght@${list}`), name];
  return families.map((wanted) => {
    return { address: `${stylesheets}?${new URLSearchParams({ family: wanted })}`, userAgent };
  });
}

const subsetsByLanguage: Readonly<Record<string, readonly string[]>> = {
  ru: ["cyrillic", "cyrillic-ext"],
  uk: ["cyrillic", "cyrillic-ext"],
  vi: ["vietnamese"],
  he: ["hebrew"],
  ar: ["arabic"],
  hi: ["devanagari"],
};

/**
 * The subsets for Latin and the site's languages, except Chinese, Japanese and Korean, which need hundreds of files.
 */
export function neededSubsets(languages: readonly string[]): Set<string> {
  const others = languages.flatMap((language) => subsetsByLanguage[language.split("-")[0] ?? ""] ?? []);
  return new Set(["latin", "latin-ext", ...others]);
}

const facesMax = 1_000;
const facePattern = /\/\* ([a-z-]+) \*\/\s*@font-face \{([^{}]*)\}/g;

/** The files that a stylesheet of Google names. A variable font has one file for several weights. */
export function readFaces(css: string, subsets: ReadonlySet<string>): FontFace[] {
  const faces = new Map<string, FontFace>();
  let count = 0;
  for (const [, subset = "", rules = ""] of css.matchAll(facePattern)) {
    count += 1;
    if (count > facesMax) break;
    const address = /\burl\((https:[^\s()"']+)\)/.exec(rules)?.[1] ?? "";
    const [first, last = first] = /font-weight: (\d{1,4}(?: \d{1,4})?);/.exec(rules)?.[1]?.split(" ") ?? [];
    const range = /unicode-range: ([U+0-9A-Fa-f?, -]+);/.exec(rules)?.[1];
    const isFile = URL.parse(address)?.hostname === filesHost && address.endsWith(".woff2");
    if (!isFile || !subsets.has(subset) || first === undefined || /font-style: italic/.test(rules)) continue;
    const known = faces.get(address)?.weight.split(" ") ?? [];
    const numbers = [...known, first, last ?? first].map(Number);
    const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
    faces.set(address, { address, weight: min === max ? `${min}` : `${min} ${max}`, range, subset });
  }
  return [...faces.values()].toSorted((one, other) => rank(one) - rank(other));
}

/** Latin comes first, because it is preloaded and its metrics are used. */
function rank({ subset }: FontFace): number {
  return subset === "latin" ? 0 : 1;
}
