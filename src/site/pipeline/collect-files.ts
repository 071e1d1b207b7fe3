import { hash } from "node:crypto";
import { joinedBlob, joinFile } from "../../platform/join-file.ts";
import type { SitePlan } from "../outputs/site-plan.ts";
import { textFile } from "../outputs/text-file.ts";
import { mathAssets } from "../page/math/math-assets.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { StoredEntry } from "../shared/cache/stored-file.ts";
import { loadStoredFile } from "../shared/cache/stored-file.ts";
import { computeOnce } from "../shared/compute-once.ts";
import {
  hashedAsset,
  markdownFilePath,
  pageFilePath,
  type SiteAsset,
  type SiteFile,
  type SiteFilePart,
} from "../shared/site-file.ts";
import { basePathOf, htmlBelow } from "../theme/base-path.ts";
import { cardType } from "../theme/social-card.ts";
import { htmlLanguage } from "../theme/templates/html-language.ts";
import { mermaidAssets } from "../theme/templates/mermaid-assets.ts";
import { printSidebar, type Sidebar } from "../theme/templates/sidebar-entries.ts";
import { listSiteAssets } from "../theme/templates/site-assets.ts";
import type { BranchFrame } from "../theme/templates/site-frame.ts";
import { siteBanner } from "../theme/templates/site-header.ts";
import { findTranslations } from "../translations/find-translations.ts";
import type { AssetPlan } from "./asset-files.ts";
import type { OneBuild } from "./build-request.ts";
import { inlineScript } from "./render/page-code-files.ts";
import { bannerName, notFoundName, type RenderedSite } from "./render-site.ts";

const htmlType = "text/html; charset=utf-8";
const markdownType = "text/markdown; charset=utf-8";

/** All files of the site, pages first. */
export function collectFiles(
  plan: SitePlan,
  assets: AssetPlan,
  site: RenderedSite,
  { cache, describesCards }: Pick<OneBuild, "describesCards"> & { cache: BuildCache },
): SiteFile[] {
  const stored = (entry: StoredEntry | undefined, path: string, type: string) => storedFile(entry, path, type, cache);
  const page = (entry: StoredEntry | undefined, url: string, branch = plan.notFound.branch) =>
    pageFile(entry, url, () => sharedPart(branch, plan, site, cache), cache);
  return [
    ...plan.pages.flatMap(({ source: { file, url }, branch }) => [
      ...page(site.stored.get(file), url, plan.branches[branch]),
      ...stored(site.markdown.get(file), markdownFilePath(url), markdownType),
    ]),
    ...page(site.stored.get(notFoundName), `/${notFoundName}`, plan.notFound.branch),
    ...plan.cards.flatMap(({ name, card }) =>
      describesCards
        ? [textFile(name, cardType, JSON.stringify(card))]
        : stored(site.stored.get(name), name, "image/png"),
    ),
    ...assets.tasks.flatMap(({ name, type }) => stored(site.stored.get(name), name, type)),
    ...assets.files,
    ...listSiteAssets(plan.assets).map(ownFile),
    ...pageStylesheets(site).map(ownFile),
    ...islandFiles(site, cache),
    ...pageScripts(site).map(ownFile),
    ...mathFiles(site).map(ownFile),
    ...mermaidFiles(site).map(ownFile),
  ];
}

function storedFile(entry: StoredEntry | undefined, path: string, type: string, cache: BuildCache): SiteFile[] {
  if (entry === undefined) return [];
  const { sha256, byteLength } = entry.header;
  return [{ path, type, sha256, byteLength, load: async () => loadStoredFile(cache, entry.key) }];
}

/** The document of a page, joined with the banner and the sidebar that all pages of its branch share. */
function pageFile(
  entry: StoredEntry | undefined,
  url: string,
  findShared: () => SharedPart,
  cache: BuildCache,
): SiteFile[] {
  if (entry === undefined) return [];
  const { bytes, sha256, topBytes, sidebar } = findShared();
  const { header, key } = entry;
  const loadOwn = () => loadStoredFile(cache, key).bytes;
  const own = { sha256: header.sha256, byteLength: header.byteLength, load: loadOwn };
  const shared = { sha256, byteLength: bytes.length, load: () => bytes };
  const seam = { topAt: header.bannerAt, topBytes, at: header.sidebarAt, marks: sidebar.marksOf(url) };
  const blob = joinedBlob({ ...seam, own: blobOf(own), shared: blobOf(shared) });
  return [
    {
      path: pageFilePath(url),
      type: htmlType,
      sha256: blob.hash,
      byteLength: blob.size,
      joined: { ...seam, own, shared },
      load: async () => ({ bytes: joinFile(loadOwn(), bytes, seam) }),
    },
  ];
}

/** The banner and the sidebar of a branch. */
interface SharedPart {
  /** The cache entry of the banner's content. Undefined also if the banner couldn't be rendered. */
  bannerKey: string | undefined;
  bytes: Buffer;
  sha256: string;
  topBytes: number;
  sidebar: Sidebar;
}

/** Cached by object, because an unchanged branch is the same object in the next build of this process. */
const sharedParts = new WeakMap<BranchFrame, SharedPart>();

function sharedPart(branch: BranchFrame, { site: frame }: SitePlan, site: RenderedSite, cache: BuildCache): SharedPart {
  const { banner } = { ...frame.surroundings, ...branch.surroundings };
  const content = banner && site.stored.get(bannerName(banner));
  const known = sharedParts.get(branch);
  if (known !== undefined && known.bannerKey === content?.key) return known;
  const words = findTranslations(htmlLanguage(branch.language).language).frame;
  const basePath = basePathOf(frame.head.address);
  const top =
    banner && content && siteBanner(banner, loadStoredFile(cache, content.key).bytes.toString(), words, frame).markup;
  const sidebar = printSidebar(branch.sidebar, words, basePath);
  const bytes = Buffer.concat([Buffer.from(htmlBelow(basePath, top ?? "")), sidebar.bytes]);
  const topBytes = bytes.length - sidebar.bytes.length;
  const part = { bannerKey: content?.key, bytes, sha256: hash("sha256", bytes), topBytes, sidebar };
  sharedParts.set(branch, part);
  return part;
}

function blobOf({ sha256, byteLength }: SiteFilePart) {
  return { hash: sha256, size: byteLength };
}

/** The inline styles of pages. Pages with the same styles share a file. */
function pageStylesheets(site: RenderedSite): SiteAsset[] {
  const sheets = new Set([...site.articles.values()].map((article) => article.stylesheet));
  sheets.delete("");
  return [...sheets].map((sheet) => hashedAsset("page.css", sheet, "text/css; charset=utf-8"));
}

/** The modules of components that run in the browser. Pages share these files. */
function islandFiles(site: RenderedSite, cache: BuildCache): SiteFile[] {
  const modules = new Map<string, StoredEntry>();
  for (const { islands = [] } of site.articles.values()) {
    for (const { path, stored } of islands) modules.set(path, stored);
  }
  return [...modules].flatMap(([path, entry]) => storedFile(entry, path, "text/javascript; charset=utf-8", cache));
}

/** The scripts that authors wrote into pages. */
function pageScripts(site: RenderedSite): SiteAsset[] {
  const codes = new Set([...site.articles.values()].flatMap(({ code }) => code?.inline ?? []));
  return [...codes].map(inlineScript);
}

/** The files for formulas. Empty if the site has no formulas. */
function mathFiles(site: RenderedSite): SiteAsset[] {
  if (![...site.articles.values()].some((article) => article.facts.usesMath)) return [];
  const { stylesheet, fonts } = mathAssets();
  return [stylesheet, ...fonts];
}

/** The files for diagrams. Empty if the site has no diagrams. */
function mermaidFiles(site: RenderedSite): SiteAsset[] {
  const isUsed = [...site.articles.values()].some((article) => article.facts.usesMermaid);
  return isUsed ? mermaidAssets().files() : [];
}

/** Cached by object, because most files are the same objects in every build of this process. */
const hashes = new WeakMap<Buffer, string>();

function ownFile({ path, type, bytes }: SiteAsset): SiteFile {
  const sha256 = computeOnce(hashes, bytes, () => hash("sha256", bytes));
  return { path, type, sha256, byteLength: bytes.length, load: async () => ({ bytes }) };
}
