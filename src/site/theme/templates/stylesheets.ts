import { readFileSync } from "node:fs";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Article, PageFrame } from "./site-frame.ts";

interface Sheet {
  name: "frame" | "code" | "boxes" | "lists" | "api" | "site";
  parts: readonly string[];
  /** Each rule needs an element or class that this matches. Pages without one don't link to the stylesheet. */
  use?: RegExp;
}

/**
 * The stylesheets of a site, in cascade order: a later part may override an earlier one, and `narrow` overrides most
 * parts. Pages wait for their stylesheets, so rarer parts are separate. Authors' components can add simple code and
 * boxes in the browser.
 */
export const sheets: readonly Sheet[] = [
  {
    name: "frame",
    parts:
      "colors base icons banner shared header search-and-ask menus frame sidebar outline article article-head".split(
        " ",
      ),
  },
  {
    name: "code",
    parts: ["code", "syntax", "code-types", "tabs"],
    use: /<pre\b| data-island=|class="(?:[^"]* )?(?:code|cop(?:y|ied)|hljs-|type|tab)/,
  },
  {
    name: "boxes",
    parts: ["callouts", "cards", "steps", "accordions", "badges", "boxes"],
    use: /<details\b| data-island|class="(?:[^"]* )?(?:callout|placeholder|column|card|tile|step|accordion|chevron|expandable|frame|badge|tooltip|prompt|repository|panel|example)/,
  },
  {
    name: "lists",
    parts: ["fields", "changelog", "trees", "diagrams"],
    use: /class="(?:[^"]* )?(?:field|update|view|tree|color|diagram|drawing|undrawn|zoomed|formula)/,
  },
  {
    name: "api",
    parts: ["api", "request-tester"],
    use: /class="(?:[^"]* )?(?:api-|endpoint|method-badge|servers|media-type|fields-caption|field-(?:facts|value)|variants|auth-or|response|status|message|operation-title|server-address|binding|example|type-list)/,
  },
  {
    name: "site",
    parts: "forms pictures scroll-fade page-end footer background narrow contrast motion print".split(" "),
  },
];

/** Chooses from the addresses of `sheets` those that a page uses. */
export function pageSheets(addresses: readonly string[], { directory }: PageFrame, article: Article): string[] {
  const { html, top, aside, tester } = article;
  const always = new Set<Sheet["name"]>();
  if (directory !== undefined) always.add("boxes");
  if (aside !== "" || tester !== "") always.add("code").add("api");
  return addresses.filter((_, place) => {
    const { name, use } = sheets[place] ?? {};
    if (use === undefined || name === undefined || always.has(name)) return true;
    return use.test(html) || use.test(top) || use.test(aside);
  });
}

/** The parts that each theme adds to the last stylesheet. `mint` adds none. */
export const themeParts: Readonly<Record<SiteConfig["theme"], readonly string[]>> = {
  mint: [],
  maple: ["themes/edge-sidebar", "themes/maple"],
  palm: ["themes/palm"],
  willow: ["themes/edge-sidebar", "themes/willow"],
  linden: ["themes/linden"],
  almond: ["themes/almond"],
  aspen: ["themes/aspen"],
  sequoia: ["themes/sequoia"],
  luma: ["themes/luma"],
};

const known = new Map<string, string>();

/** A part without comments and white space, which are a quarter of the source. */
export function readPart(name: string): string {
  const part =
    known.get(name) ?? minify(readFileSync(new URL(`../assets/styles/${name}.css`, import.meta.url), "utf8"));
  known.set(name, part);
  return part;
}

function minify(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(/(?<=[{;][\w-]+:) /g, "")
    .replaceAll(";}", "}")
    .trim();
}
