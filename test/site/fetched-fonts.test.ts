import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FetchFile } from "../../src/site/api/read/fetch-or-reuse.ts";
import { createFileFetcher } from "../../src/site/api/read/fetch-spec.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

const fontFile = readFileSync(
  new URL(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
);

function face(subset: string, weight: number, file: string, range: string): string {
  return `/* ${subset} */\n@font-face {\n  font-family: 'Open Sans';\n  font-style: normal;\n  font-weight: ${weight};\n  font-display: swap;\n  src: url(https://fonts.gstatic.com/s/opensans/v40/${file}.woff2) format('woff2');\n  unicode-range: ${range};\n}\n`;
}

/** A variable font, which has one file per subset for all weights. */
const stylesheet = [400, 700]
  .flatMap((weight) => [
    face("cyrillic", weight, "cyrillic", "U+0301, U+0400-045F"),
    face("greek", weight, "greek", "U+0370-0377"),
    face("latin", weight, "latin", "U+0000-00FF, U+0131"),
  ])
  .join("");

let pool: RenderPool;
let server: Server;
let origin: string;
let requested: string[] = [];

beforeAll(async () => {
  pool = createRenderPool({ size: 1 });
  server = createServer((request, response) => {
    const { url = "", headers } = request;
    const family = new URL(url, "http://localhost").searchParams.get("family");
    requested.push(family ?? url);
    const isModern = headers["user-agent"]?.includes("Chrome") === true;
    if (family === "Open Sans:wght@400;700" && isModern) response.end(stylesheet);
    else if (url.endsWith(".woff2")) response.end(fontFile);
    else response.writeHead(400).end("no such weights");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requested = [];
});
afterAll(async () => {
  server.close();
  await pool.close();
});

/** The real fetcher, with this server in place of Google's. */
const fetchFile: FetchFile = (address, signal, options) => {
  const here = address.replace(/^https:\/\/fonts\.(?:googleapis|gstatic)\.com/, origin);
  return createFileFetcher(["127.0.0.1"])(here, signal, options);
};

async function build(
  fonts: object,
  cacheFolder: string,
  fetched?: FetchFile,
  navigation: object = { pages: ["index"] },
) {
  const settings = { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, fonts, navigation };
  const { files, problems } = await buildSite(
    { pool },
    {
      folder: temporaryProject({
        "docs.json": JSON.stringify(settings),
        "index.mdx": "Text.\n",
        "ru/index.mdx": "Text.\n",
      }),
      cacheFolder,
      signal: new AbortController().signal,
      onLine: () => undefined,
      ...(fetched === undefined ? {} : { fetchFile: fetched }),
    },
  );
  const textOf = async (pattern: RegExp) =>
    (await files.find(({ path }) => pattern.test(path))?.load())?.bytes.toString() ?? "";
  return {
    css: await textOf(/site\.css$/),
    page: await textOf(/^index\.html$/),
    fonts: files.map(({ path }) => path).filter((path) => path.includes("open-sans")),
    problems: problems.map(describeProblem).filter((problem) => problem.includes("font")),
  };
}

test("a font that docs.json names is fetched once, cached and served by the site", async () => {
  const cacheFolder = temporaryFolder();
  const first = await build({ family: "Open Sans" }, cacheFolder, fetchFile);
  expect(first.problems).toEqual([]);
  expect(first.fonts).toHaveLength(1);
  const path = `/${first.fonts[0]}`;
  expect(path).toMatch(/^\/_lectern\/[0-9a-f]{12}\/open-sans-latin\.woff2$/);
  expect(first.css).toContain(
    `@font-face{font-family:"Open Sans";font-weight:400 700;font-display:optional;src:url("${path}") format("woff2");unicode-range:U+0000-00FF, U+0131}`,
  );
  expect(first.css).toContain('@font-face{font-family:"Open Sans fallback";');
  expect(first.css).not.toContain("gstatic");
  expect(first.page).toContain(`<link rel="preload" href="${path}" as="font"`);
  expect(requested).toEqual([
    "Open Sans:wght@400;500;600;700",
    "Open Sans:wght@400;700",
    "/s/opensans/v40/latin.woff2",
  ]);

  requested = [];
  const again = await build({ family: "Open Sans" }, cacheFolder, fetchFile);
  expect(again.fonts).toEqual(first.fonts);
  // Failed requests are cached too.
  expect(requested).toEqual([]);
  const offline = await build({ family: "Open Sans" }, cacheFolder);
  expect(offline).toMatchObject({ fonts: first.fonts, problems: [] });
});

test("only the font files for the site's languages are fetched", async () => {
  const languages = ["en", "ru"].map((language) => ({ language, pages: [language === "en" ? "index" : "ru/index"] }));
  const { fonts } = await build({ family: "Open Sans" }, temporaryFolder(), fetchFile, { languages });
  expect(fonts.map((path) => path.split("/").at(-1))).toEqual(["open-sans-latin.woff2", "open-sans-cyrillic.woff2"]);
});

test("a font that can't be fetched causes a warning", async () => {
  const hint = '(add its .woff2 file to the project and name it in "source")';
  const unknown = await build({ heading: { family: "Opne Sans" } }, temporaryFolder(), fetchFile);
  expect(unknown.problems).toEqual([
    `docs.json:1: "fonts.heading.family" names "Opne Sans", which only visitors who have it installed will see: Google Fonts has no such family ${hint}`,
  ]);
  const cacheFolder = temporaryFolder();
  const down: FetchFile = async () => ({ problem: "its host cannot be reached" });
  const message = `docs.json:1: "fonts.family" names "Open Sans", which only visitors who have it installed will see: Google Fonts did not deliver it (its host cannot be reached) ${hint}`;
  expect((await build({ family: "Open Sans" }, cacheFolder, down)).problems).toEqual([message]);
  // On a server without internet access, not every build waits for a failing request.
  expect((await build({ family: "Open Sans" }, cacheFolder, fetchFile)).problems).toEqual([message]);
  expect(requested.filter((name) => name.startsWith("Open Sans"))).toEqual([]);
});

test("a font file on another server is fetched with the checks for all remote files", async () => {
  const { fonts, problems } = await build(
    { body: { family: "Open Sans", source: "https://fonts.gstatic.com/own.woff2", format: "woff2" } },
    temporaryFolder(),
    fetchFile,
  );
  expect(problems).toEqual([]);
  expect(fonts).toHaveLength(1);
  const inside = await build(
    { body: { family: "Brand", source: "https://127.0.0.2/brand.woff2", format: "woff2" } },
    temporaryFolder(),
    createFileFetcher([]),
  );
  expect(inside.problems).toEqual([expect.stringContaining("its host is not on the public internet")]);
});
