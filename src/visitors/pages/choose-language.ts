import type { IncomingHttpHeaders } from "node:http";
import type { SiteLanguage } from "../../projects/sites/site-extra.ts";

/** Set by the script of the site when a reader chooses a language. */
const choice = /(?:^|;\s*)lectern-language=([\w-]{2,12})(?:;|$)/;
const headerLengthMax = 1_000;
const rangesMax = 20;

/** What a reply depends on if the reader's language decides. */
export const languageHeaders = { vary: "accept-language, cookie", "cache-control": "private, no-cache" };

/**
 * The language for a reader at the root: the one chosen earlier, otherwise the first one in `Accept-Language` that the
 * site has. Undefined means the default language.
 */
export function chooseLanguage(
  languages: readonly SiteLanguage[],
  { cookie, "accept-language": accepted }: IncomingHttpHeaders,
): SiteLanguage | undefined {
  const [, chosen] = choice.exec(cookie?.slice(0, headerLengthMax * 8) ?? "") ?? [];
  const explicit = languages.find(({ tag }) => tag === chosen);
  if (explicit !== undefined || accepted === undefined) return explicit;
  const wanted = accepted
    .slice(0, headerLengthMax)
    .split(",", rangesMax)
    .map((range) => {
      const [tag = "", quality] = range
        .toLowerCase()
        .split(";")
        .map((part) => part.trim());
      return { tag, quality: quality === undefined ? 1 : Number(quality.replace(/^q=/, "")) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    if (tag === "*") return undefined;
    const found =
      languages.find((language) => language.tag.toLowerCase() === tag) ??
      languages.find((language) => mainPart(language.tag) === mainPart(tag));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Chinese is written in two scripts, and readers of one often can't read the other. */
const traditional = /^zh-(?:hant|tw|hk|mo)\b/;

function mainPart(tag: string): string {
  const [main = ""] = tag.toLowerCase().split("-");
  return main === "zh" && traditional.test(tag.toLowerCase()) ? "zh-hant" : main;
}
