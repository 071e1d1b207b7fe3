import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createCardMaker } from "../../src/app/social-cards.ts";
import { createCardProcesses } from "../../src/app/text-processes.ts";
import { createArtifactCache } from "../../src/platform/artifacts/artifact-cache.ts";
import { CallFailed } from "../../src/platform/calls/call-process.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { cardType } from "../../src/site/theme/social-card.ts";
import { storeSite } from "../../src/updates/steps/publish-site.ts";
import { createStepLog } from "../../src/updates/steps/step-log.ts";
import { openTestFolder } from "../support/artifact-store.ts";
import {
  cardAddress as address,
  buildCards,
  type CardOptions,
  cards,
  hostileLogos,
  cardNavigation as navigation,
  cardPages as pages,
  cardProject as project,
  svgBomb,
  testHostileLogos,
} from "./card-site.ts";
import { temporaryFolder } from "./temporary-folder.ts";

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 1 });
});
afterAll(() => pool.close());
const build = (folder: string, options?: CardOptions) => buildCards(pool, folder, options);

async function headOf(site: SiteBuild, path: string): Promise<string> {
  return (await site.files.find((file) => file.path === path)?.load())?.bytes.toString() ?? "";
}

async function imageOf(site: SiteBuild, path: string): Promise<string | undefined> {
  return /<meta property="og:image" content="([^"]*)">/.exec(await headOf(site, path))?.[1];
}

describe("the image of a page for link previews", () => {
  test("the link preview image of a page is 1200 by 630 pixels, has an absolute URL, and differs for each page", async () => {
    const site = await build(project(pages, { navigation }));
    expect(cards(site)).toHaveLength(2);
    const image = await imageOf(site, "start.html");
    expect(image).toMatch(/^https:\/\/docs\.example\.org\/_lectern\/[0-9a-f]{12}\/social\.png$/);
    expect(image).not.toBe(await imageOf(site, "index.html"));
    const file = site.files.find(({ path }) => image?.endsWith(path));
    const bytes = (await file?.load())?.bytes ?? Buffer.alloc(0);
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), file?.type]).toEqual([1200, 630, "image/png"]);
  });

  test("on a large site, the pages of a section share a link preview image", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`part-${index % 2}/page-${index}.mdx`, `# Page ${index}\n`]),
    );
    const groups = [0, 1].map((part) => ({
      group: `Part ${part}`,
      pages: Object.keys(many).flatMap((path) => (path.startsWith(`part-${part}/`) ? [path.replace(".mdx", "")] : [])),
    }));
    const site = await build(project(many, { navigation: { groups } }));
    expect(cards(site)).toHaveLength(2);
    expect(await imageOf(site, "part-0/page-0.html")).toBe(await imageOf(site, "part-0/page-2.html"));
    expect(await imageOf(site, "part-0/page-0.html")).not.toBe(await imageOf(site, "part-1/page-1.html"));
  });

  test("a page or site can set its own link preview image", async () => {
    const own = { ...pages, "start.mdx": '---\ntitle: Start\n"og:image": https://a.example/x.png\n---\n\nWords.\n' };
    const site = await build(project(own, { navigation }));
    expect(cards(site)).toHaveLength(1);
    expect(await imageOf(site, "start.html")).toBe("https://a.example/x.png");
    const all = await build(project(pages, { navigation, seo: { metatags: { "og:image": "/cover.png" } } }));
    expect(cards(all)).toHaveLength(0);
    expect(await imageOf(all, "start.html")).toBe(`${address}/cover.png`);
  });

  test("no link preview images are painted if the URL of the site is unknown", async () => {
    const site = await build(project(pages, { navigation }), {});
    expect(cards(site)).toEqual([]);
    expect(await imageOf(site, "start.html")).toBeUndefined();
  });

  test("a link preview image is cached until its text changes", async () => {
    const folder = project(pages, { navigation });
    const cacheFolder = temporaryFolder();
    const before = await build(folder, { address, cacheFolder });
    writeFileSync(join(folder, "index.mdx"), "---\ntitle: Home\n---\n\nOther words.\n");
    const after = await build(folder, { address, cacheFolder });
    expect(await imageOf(after, "index.html")).toBe(await imageOf(before, "index.html"));
    writeFileSync(join(folder, "index.mdx"), "---\ntitle: Other\n---\n\nOther words.\n");
    const renamed = await build(folder, { address, cacheFolder });
    expect(await imageOf(renamed, "index.html")).not.toBe(await imageOf(before, "index.html"));
  });

  test("link preview images have the project's colors, mode and background", async () => {
    const one = { "index.mdx": pages["index.mdx"] };
    const navigation = { pages: ["index"] };
    const light = await pixelsOf(await build(project(one, { navigation })), "index.html");
    expect([light(600, 5), light(1190, 300)]).toEqual(["3b5bdb", "ffffff"]);
    const dark = await build(project(one, { navigation, thumbnails: { appearance: "dark" } }));
    expect((await pixelsOf(dark, "index.html"))(1190, 300)).toBe("131518");
    const red =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="90"><rect width="10" height="90" fill="#ff0000"/></svg>';
    const behind = await build(
      project({ ...one, "back.svg": red }, { navigation, thumbnails: { background: "/back.svg" } }),
    );
    expect((await pixelsOf(behind, "index.html"))(1190, 300)).toMatch(/^ffb[0-9a-f]b[0-9a-f]$/);
  });

  test("link preview images use the font named in docs.json, with lines that fit", async () => {
    const long = {
      "index.mdx": "---\ntitle: Illicit initial limitless lilliputian filling utilities\n---\n\nWords.\n",
    };
    const paint = async (config: object) => {
      const site = await build(project(long, { navigation: { pages: ["index"] }, ...config }));
      const pixels = await pixelsOf(site, "index.html");
      const part = (from: number, to: number) =>
        Array.from({ length: 300 }, (_, row) =>
          Array.from({ length: to - from }, (_, x) => pixels(from + x, 150 + row)),
        );
      return { words: part(80, 200).join(), margin: new Set(part(1130, 1200).flat()) };
    };
    const [inter, mono] = [await paint({}), await paint({ thumbnails: { fonts: { family: "JetBrains Mono" } } })];
    expect(mono.words === inter.words).toBe(false);
    expect([...mono.margin]).toEqual(["ffffff"]);
  });

  test("a link preview image shows only the site's name if the font lacks letters of the title", async () => {
    const site = await build(
      project({ "index.mdx": "---\ntitle: はじめに\n---\n\nWords.\n" }, { navigation: { pages: ["index"] } }),
    );
    expect(cards(site)).toHaveLength(1);
  });
});

// The long test has the other logos.
testHostileLogos(
  () => pool,
  hostileLogos.filter(([name]) => name.includes("a file of the server")),
);

describe("the link preview image of a published page", () => {
  const processes = createCardProcesses();
  afterAll(() => processes.close());

  /** The images as the server paints them and as a static site contains them, and how often a process was asked. */
  async function publish(files: Record<string, string>, config: object) {
    const folder = project({ ...pages, ...files }, { navigation, ...config });
    const site = await build(folder, { address, describesCards: true });
    const { objects } = await openTestFolder();
    const request = { namespace: "prj_cards", build: site, view: "open" as const, index: [], base: undefined };
    const signal = new AbortController().signal;
    const stored = await storeSite(
      objects,
      { ...request, bytesLeft: 1e9, signal },
      createStepLog(() => undefined),
    );
    const call = vi.spyOn(processes, "call");
    const cache = createArtifactCache(objects, {}, createCardMaker(processes));
    const find = (path: string) =>
      cache.findFile({ namespace: "prj_cards", digest: stored.digest, path, accepted: ["brotli"] }, signal);
    const atBuild = await build(folder);
    return { site, atBuild, call, find };
  }

  test("it is painted when it is first read, with the same bytes as in a static site", async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><rect width="90" height="20"/></svg>';
    const config = { logo: "/logo.svg", thumbnails: { fonts: { family: "JetBrains Mono" } } };
    const { site, atBuild, call, find } = await publish({ "logo.svg": logo }, config);
    expect(cards(site).map(({ path, type }) => [path, type])).toEqual(
      cards(atBuild).map(({ path }) => [path, cardType]),
    );
    for (const { path, load } of cards(atBuild)) {
      const file = await find(path);
      expect(file?.type).toBe("image/png");
      expect((await file?.open(undefined, new AbortController().signal)) as Buffer).toEqual((await load()).bytes);
      expect((await find(path))?.hash).toBe(file?.hash);
    }
    expect(call).toHaveBeenCalledTimes(2);
  });

  test("it shows no logo if the logo can't be painted within the limits", async () => {
    const { site, find, call } = await publish({ "logo.svg": svgBomb() }, { logo: "/logo.svg" });
    call.mockRejectedValueOnce(new CallFailed("The process took too long."));
    const file = await find(cards(site)[0]?.path ?? "");
    expect(file?.type).toBe("image/png");
    expect(file?.size).toBeGreaterThan(1_000);
    expect(call.mock.calls.map(([, , { card }]) => card.logo === undefined)).toEqual([false, true]);
  });
});

/** The colors of a page's image, by position. */
async function pixelsOf(site: SiteBuild, page: string): Promise<(x: number, y: number) => string> {
  const image = await imageOf(site, page);
  const file = site.files.find(({ path }) => image?.endsWith(path));
  const bytes = (await file?.load())?.bytes ?? Buffer.alloc(0);
  const rows = unfilter(inflateSync(imageData(bytes)));
  // Red, green and blue; the fourth byte is the alpha channel.
  return (x, y) => rows.toString("hex", y * rowBytes + 1 + x * 4, y * rowBytes + 4 + x * 4);
}

/** The length of a row in a PNG: a filter type, then four bytes per pixel. */
const rowBytes = 1 + 1_200 * 4;

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** A PNG stores each byte as the difference to a guess from the pixels to the left and above. */
function unfilter(rows: Buffer): Buffer {
  for (let start = 0; start < rows.length; start += rowBytes) {
    const filter = rows[start] ?? 0;
    for (let at = start + 1; at < start + rowBytes; at += 1) {
      const hasLeft = at > start + 4;
      const left = hasLeft ? (rows[at - 4] ?? 0) : 0;
      const above = rows[at - rowBytes] ?? 0;
      const corner = hasLeft ? (rows[at - 4 - rowBytes] ?? 0) : 0;
      rows[at] = ((rows[at] ?? 0) + guess(filter, left, above, corner)) & 255;
    }
  }
  return rows;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - corner * 2);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
