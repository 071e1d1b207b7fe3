import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Nodes } from "mdast";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { parseDocsPage } from "../../src/docs-edits/docs-page.ts";
import { findMoveEdits, readMovedUrls } from "../../src/docs-edits/move-links.ts";
import { applyEdits } from "../../src/docs-edits/text-edit.ts";
import { passagesOf } from "../../src/search/page-analysis.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { runTask } from "../../src/site/pipeline/render/run-task.ts";
import { openDocument } from "../../web/dashboard/editor/document/open-document.ts";
import { parseTree } from "../../web/dashboard/editor/document/parse-tree.ts";
import { writeDocument } from "../../web/dashboard/editor/document/write-document.ts";
import { type HostilePage, writeHostilePage } from "./hostile-pages.ts";
import { writeFiles } from "./temporary-folder.ts";

/** Everything that is lost or changed in pages with these numbers. Each line names the page, so that it can be repeated. */
export async function findLosses(seed: number, from: number, count: number): Promise<string[]> {
  const written = Array.from({ length: count }, (_, index) => writeHostilePage(seed, from + index));
  const pages = written.flatMap(readIfValid);
  if (pages.length < count * validShareMin) return [`only ${pages.length} of ${count} pages are valid`];
  const built = await build(pages);
  return pages.flatMap((page) => {
    const losses = [lossesOfOutputs, lossesOfEditor, lossesOfMoves].flatMap((find) => {
      try {
        return find(page, built);
      } catch (error) {
        return [`${find.name}: ${error}`];
      }
    });
    return losses.map((loss) => `seed ${seed}, ${page.path}: ${loss}`);
  });
}

const validShareMin = 0.95;

type ValidPage = HostilePage & { read: ReturnType<typeof read> };

/** A few combinations aren't valid MDX. */
function readIfValid(page: HostilePage): ValidPage[] {
  try {
    return [{ ...page, read: readPage(page, page.source) }];
  } catch {
    return [];
  }
}

/** Renders in this process, because starting others takes longer than rendering a few hundred pages. */
const pool: RenderPool = {
  size: 1,
  prepare: () => undefined,
  close: async () => undefined,
  async render({ setup, tasks, onOutcome }) {
    for (const task of tasks) onOutcome(task, { ok: true, result: await runTask(setup, task) });
  },
};

type Built = Awaited<ReturnType<typeof build>>;

async function build(pages: readonly HostilePage[]) {
  const folder = mkdtempSync(join(tmpdir(), "lectern-hostile-"));
  try {
    const navigation = { pages: ["index", "target", ...pages.map(({ path }) => path.replace(/\.mdx?$/, ""))] };
    const settings = { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, navigation };
    const files = Object.assign({}, ...pages.map((page) => ({ [page.path]: page.source, ...page.files })));
    const own = "https://docs.example/base";
    writeFiles(folder, { "docs.json": JSON.stringify(settings), "index.mdx": "Home.", "target.mdx": "## A", ...files });
    const request = {
      folder,
      cacheFolder: join(folder, ".cache"),
      onLine: () => undefined,
      addresses: { own, main: own },
    };
    const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
    const outputs = new Map<string, string>();
    for (const file of site.files) {
      if (/^pages\/.*\.(?:html|md)$/.test(file.path)) outputs.set(file.path, (await file.load()).bytes.toString());
    }
    const found = site.pages.map(
      (page) => [page.file, { keywords: page.keywords, search: JSON.stringify(passagesOf(page)) }] as const,
    );
    return { outputs, problems: site.problems, found: new Map(found) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lossesOfOutputs(page: ValidPage, { outputs, problems, found }: Built): string[] {
  const { path, words, titleWord, keyword } = page;
  const html = outputs.get(path.replace(/mdx?$/, "html")) ?? "";
  const markdown = outputs.get(path.replace(/mdx?$/, "md")) ?? "";
  const { keywords = [], search = "" } = found.get(path) ?? {};
  const about = problems.filter(({ file }) => file === path || (file !== undefined && file in page.files));
  const errors = about.filter(({ severity }) => severity === "error").map(({ message }) => `error: ${message}`);
  if (errors.length > 0) return errors;
  const isSaid = (text: string) => about.some(({ message, hint = "" }) => (message + hint).includes(text));
  const losses: string[] = [];
  const prose = textOf(findProse(parse(html)));
  const inArticle = words.filter((word) => word !== titleWord && word !== keyword);
  const lose = (what: string, text: string) => {
    const lost = inArticle.filter((word) => !text.includes(word) && !isSaid("made-"));
    if (lost.length > 0) losses.push(`${what} lacks ${lost.slice(0, 3).join(", ")}`);
  };
  lose("the page", prose);
  lose("the Markdown", markdown);
  lose("search", search);
  const raw = page.formulas.filter(
    (word) => path.endsWith(".mdx") && !new RegExp(`<annotation[^>]*>[^<]*${word}`).test(html),
  );
  if (raw.length > 0) losses.push(`the page shows the source of the formulas ${raw.slice(0, 3).join(", ")}`);
  if (titleWord !== undefined && !new RegExp(`<h1[^>]*>[^<]*${titleWord}`).test(html)) losses.push("the title is lost");
  if (keyword !== undefined && !keywords.includes(keyword)) losses.push("the keywords are lost");
  for (const attribute of page.attributes) {
    if (!html.includes(attribute) && !isSaid(attribute.replace(/=.*/s, ""))) losses.push(`the page lacks ${attribute}`);
  }
  if (/\u00b7$/m.test(page.source) && search !== "" && (search.match(/·/g)?.length ?? 0) < dots(page))
    losses.push("search lacks a dot");
  if (page.source.includes("<pre>{") && !/<pre[^>]*>\n\n/.test(html)) losses.push("a preformatted line is lost");
  const { codes, links } = page.read;
  const written = read(markdown, "md");
  const lostCode = codes.filter((code) => !written.codes.includes(code));
  if (lostCode.length > 0) losses.push(`the Markdown lacks the code ${JSON.stringify(lostCode[0])}`);
  const relative = written.links.filter((url) => !/^(?:https?:|#)/.test(url));
  if (relative.length > 0) losses.push(`the Markdown has the relative link ${relative[0]}`);
  if (links.length > written.links.length) losses.push("the Markdown lacks links");
  return losses;
}

/** Dots at the end of an inline text; the parser drops those in code. */
function dots({ source }: HostilePage): number {
  return source.split(/w\d+x\d+z ·/).length - 1;
}

/** The site reads a `.md` page with components as MDX. */
function readPage({ path, source }: HostilePage, text: string) {
  return read(text, path.endsWith(".md") && !/^\uFEFF?<[A-Z]/m.test(source) ? "md" : "mdx");
}

/** The code and the links of a text, found by another parser than the site's. */
function read(source: string, format: "md" | "mdx"): { codes: string[]; links: string[] } {
  const codes: string[] = [];
  const links: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "code" && node.value.trim() !== "") codes.push(node.value.replaceAll("\r\n", "\n").trimEnd());
    if (node.type === "link") links.push(node.url);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(parseTree(source, format));
  return { codes, links };
}

/** Visual mode writes a page back as it was, and an added word changes nothing else. */
function lossesOfEditor({ source, path }: HostilePage): string[] {
  const page = openDocument(source, path.endsWith(".md") ? "md" : "mdx");
  if (page.doc.firstChild?.attrs.kind === "page")
    return [`visual mode refuses it: ${page.doc.firstChild.attrs.message}`];
  const same = writeDocument(page, page.doc);
  if (!same.isExact || same.source !== source) return ["visual mode changes it"];
  let at: number | undefined;
  page.doc.descendants((node, position) => {
    if (node.type.name === "paragraph" && node.firstChild?.isText && at === undefined) at = position + 1;
    return at === undefined;
  });
  if (at === undefined) return [];
  const edited = page.doc.replace(at, at, openDocument("Added ", "md").doc.slice(1, 6));
  const written = writeDocument(page, edited);
  if (!written.isExact) return [`visual mode can't write an added word: ${written.message}`];
  return written.source.replace("Added", "") === source ? [] : ["visual mode changes more than an added word"];
}

const moves = new Map([["target.mdx", "other/target.mdx"]]);
const moved = readMovedUrls(moves);

/** Every link to a page that moves is repaired, and nothing else changes. */
function lossesOfMoves(page: ValidPage): string[] {
  const { source, path } = page;
  const parsed = parseDocsPage(path, source);
  const edits = findMoveEdits(parsed, moves, moved, false);
  const text = applyEdits(source, edits);
  const back = text.replaceAll(/(?:\.\.)?\/other\/target/g, (url) => url.replace("/other", ""));
  if (back !== source) return ["a move changes more than links"];
  const isOld = readPage(page, text).links.some((url) => /^(?:\.\.)?\/target/.test(url));
  if (isOld) return ["a move leaves a link to the old address"];
  const to = path.replace("pages/", "other/");
  const own = new Map([[path, to]]);
  const away = applyEdits(source, findMoveEdits(parsed, own, readMovedUrls(own), false));
  const targets = (file: string, urls: string[]) =>
    urls.map((url) => new URL(url, `https://docs.example/${file}`).href);
  const [before, after] = [targets(path, page.read.links), targets(to, readPage(page, away).links)];
  return before.join() === after.join() ? [] : ["moving the page changes where its links lead"];
}

type HtmlNode = DefaultTreeAdapterMap["node"];

function findProse(node: HtmlNode): HtmlNode | undefined {
  if ("tagName" in node && node.attrs.some(({ name, value }) => name === "class" && /^prose\b/.test(value)))
    return node;
  for (const child of "childNodes" in node ? node.childNodes : []) {
    const found = findProse(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(node: HtmlNode | undefined): string {
  if (node === undefined) return "";
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}
