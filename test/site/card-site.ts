import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const cardAddress = "https://docs.example.org";
const settings = { theme: "mint", name: "ACME", colors: { primary: "#3b5bdb" } };

/** A project whose pages get a card for link previews. */
export function cardProject(files: Record<string, string>, config: object): string {
  const folder = temporaryFolder();
  const all = { "docs.json": JSON.stringify({ ...settings, ...config }), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface CardOptions {
  address?: string;
  cacheFolder?: string;
  describesCards?: boolean;
}

export function buildCards(
  pool: RenderPool,
  folder: string,
  options: CardOptions = { address: cardAddress },
): Promise<SiteBuild> {
  const addresses = options.address === undefined ? {} : { addresses: { own: options.address, main: options.address } };
  const { cacheFolder = temporaryFolder(), describesCards = false } = options;
  return buildSite(
    { pool },
    {
      folder,
      cacheFolder,
      describesCards,
      signal: new AbortController().signal,
      onLine: () => undefined,
      ...addresses,
    },
  );
}

export function cards(site: SiteBuild) {
  return site.files.filter((file) => file.path.endsWith("/social.png"));
}

export const cardPages = {
  "index.mdx": "---\ntitle: Home\n---\n\nWords.\n",
  "start.mdx": "---\ntitle: Start\n---\n\nWords.\n",
};
export const cardNavigation = { pages: ["index", "start"] };

/** Logos that can't be painted, or must not be. */
export const hostileLogos: readonly (readonly [name: string, svg: string])[] = [
  ["not an SVG", "not an svg"],
  ["an SVG that includes itself", '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#a"/></g></svg>'],
  [
    "an SVG that loads a file of the server",
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
  ],
  [
    "an SVG that is larger than any screen",
    '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><rect width="1e9" height="1e9"/></svg>',
  ],
  ["an SVG with a billion parts", svgBomb()],
];

/** Builds a site with each of the logos. */
export function testHostileLogos(pool: () => RenderPool, logos: typeof hostileLogos): void {
  test.each(logos)("link preview images are painted even if the logo is %s", async (_, logo) => {
    const files = { ...cardPages, "logo.svg": logo };
    const site = await buildCards(pool(), cardProject(files, { navigation: cardNavigation, logo: "/logo.svg" }));
    expect(cards(site)).toHaveLength(2);
    expect(site.counts.failed).toBe(0);
  });
}

/** An SVG in which each level shows the level below it ten times. */
export function svgBomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const uses = `<use href="#l${level}"/>`.repeat(10);
    return `<g id="l${level + 1}">${uses}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><g id="l0"><rect width="1" height="1"/></g>${levels.join("")}</defs><use href="#l9"/></svg>`;
}
