import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { StoredEntry } from "../shared/cache/stored-file.ts";
import { escapeXml } from "../shared/html/escape.ts";
import type { SiteFile } from "../shared/site-file.ts";
import { forbidsIndexing } from "../source/config/seo.ts";
import type { SourceProject } from "../source/read-project.ts";
import type { Skill } from "../source/read-skills.ts";
import { basePathOf, pathBelow } from "../theme/base-path.ts";
import { absoluteUrl, feedUrl, markdownUrl, pageUrlWithSlash, type SiteAddresses } from "../theme/site-address.ts";
import type { SiteFrame } from "../theme/templates/site-frame.ts";
import { generateSkill } from "./generated-skill.ts";
import { inNavigationOrder, isInDefaultParts, listNavigationLinks, mayBeListed } from "./list-pages.ts";
import { listSpecs } from "./list-specs.ts";
import { type FullPage, llmsFullFile, llmsPartFiles, llmsText } from "./llms-text.ts";
import { instructionsBlock, markdownHead } from "./markdown-head.ts";
import type { PageDigest } from "./page-digest.ts";
import { rss } from "./rss.ts";
import type { EditTimes, PlannedPage, SitePlan } from "./site-plan.ts";
import { skillFiles } from "./skill-files.ts";
import { feedType, jsonType, markdownType, plainType, textFile, xmlType } from "./text-file.ts";

/** The digest of each rendered page, by file. */
interface RenderedPages {
  markdown: ReadonlyMap<string, StoredEntry>;
  articles: ReadonlyMap<string, { digest: PageDigest }>;
}

interface OutputRequest {
  addresses: SiteAddresses | undefined;
  contentSignal: string | undefined;
  editTimes: EditTimes;
}

interface BuiltSite {
  project: SourceProject;
  plan: SitePlan;
  site: RenderedPages;
  cache: BuildCache;
  /** Pages and files of the author. */
  files: SiteFile[];
}

/**
 * Files that search engines and agents look for at fixed paths. A file of the author with the same path takes
 * precedence.
 */
export function outputFiles(built: BuiltSite, request: OutputRequest): SiteFile[] {
  const { config } = built.project;
  const isIndexed = !forbidsIndexing(config);
  const made = [
    textFile("robots.txt", plainType, robotsText(isIndexed, request)),
    ...skillFiles(skillsOf(isIndexed, built, request), request.addresses?.own),
    ...sitemapFiles(isIndexed, built, request),
    ...mcpCardFiles(built.plan.site, request.addresses?.own),
    ...(isIndexed ? [...llmsFiles(built, request), ...feedFiles(built, request)] : []),
  ];
  const paths = new Set(built.files.map((file) => file.path));
  const added = made.filter(({ path }) => !paths.has(path));
  const known = [...built.files, ...added].filter(({ path }) => path === "llms.txt" || path === "llms-full.txt");
  return [...added, ...known.map((file) => ({ ...file, path: `.well-known/${file.path}` }))];
}

function robotsText(isIndexed: boolean, { addresses, contentSignal = defaultContentSignal }: OutputRequest): string {
  if (!isIndexed) return "User-agent: *\nDisallow: /\n";
  const signal = contentSignal === "" ? "" : `Content-Signal: ${contentSignal}\n`;
  const end = addresses === undefined ? "" : `\nSitemap: ${absoluteUrl(addresses.own, "/sitemap.xml")}\n`;
  return `User-agent: *\n${signal}Allow: /\n${end}`;
}

/** Entries must be absolute URLs, so a site without a known URL has no sitemap. */
function sitemapFiles(isIndexed: boolean, { project, plan, site }: BuiltSite, request: OutputRequest): SiteFile[] {
  const { addresses, editTimes } = request;
  if (addresses === undefined) return [];
  const pages = plan.pages.filter((page) => {
    return page.place.visibility.sitemap && mayBeListed(page, project.config) && isRead(page.source, site);
  });
  const entries = inNavigationOrder(isIndexed ? pages : []).map((page) => {
    const editedAt = page.source.frontmatter.lastUpdatedDate ?? editTimes.get(page.source.file);
    return sitemapEntries(page, `${addresses.own} ${editedAt}`, () =>
      sitemapEntry(absoluteUrl(addresses.own, pageUrlWithSlash(page.source.url, project.config)), editedAt),
    );
  });
  return [textFile("sitemap.xml", xmlType, sitemap(entries))];
}

function llmsFiles({ project, plan, site, cache, files }: BuiltSite, { addresses }: OutputRequest): SiteFile[] {
  const { config } = project;
  const address = addresses?.own;
  const instructions = config.markdown?.instructions ?? [];
  const pages = inNavigationOrder(plan.pages.filter((page) => page.place.visibility.llms && isInDefaultParts(page)));
  const uses = { config, tree: plan.tree, pages, files: new Set(files.map((file) => file.path)) };
  const listed = pages.filter(({ source }) => isRead(source, site));
  const described = {
    name: config.name,
    description: config.description,
    instructions,
    address,
    askAddress: plan.site.reader.assistant ? absoluteUrl(address, "/ask") : undefined,
    pages: listed.map(({ source }) => ({
      title: source.title,
      url: absoluteUrl(address, markdownUrl(source.url)),
      description: source.frontmatter.description ?? site.articles.get(source.file)?.digest.summary ?? "",
    })),
    openapi: listSpecs("openapi", uses, address),
    asyncapi: listSpecs("asyncapi", uses, address),
    external: listNavigationLinks(plan.tree, pages),
  };
  const text = llmsText(described);
  const short = textFile("llms.txt", plainType, text);
  const parts = llmsPartFiles(described, text).map((part) => textFile(part.path, markdownType, part.text));
  const start = instructions.length === 0 ? "" : instructionsBlock(instructions);
  const fullPages = listed.flatMap((page) => fullPage(page, address, site));
  return [short, ...parts, llmsFullFile("llms-full.txt", start, fullPages, cache)];
}

/** A site whose author wrote no skill gets one made from its navigation. */
function skillsOf(
  isIndexed: boolean,
  { project, plan, site, files }: BuiltSite,
  { addresses }: OutputRequest,
): Skill[] {
  const hasOwn = project.skills.length > 0 || files.some(({ path }) => path === "skill.md");
  if (hasOwn || !isIndexed) return project.skills;
  const { name, description } = project.config;
  const pages = inNavigationOrder(plan.pages).flatMap((page) => {
    const { source, place } = page;
    if (!place.visibility.llms || !place.isInSidebar || !isInDefaultParts(page) || !isRead(source, site)) return [];
    const group = place.groups[0]?.label ?? place.branch?.trail.at(-1)?.label ?? name;
    return [{ group, title: source.title, url: absoluteUrl(addresses?.own, markdownUrl(source.url)) }];
  });
  return [generateSkill({ name, description, address: addresses?.own, pages, offers: plan.site.reader })];
}

function fullPage(page: PlannedPage, address: string | undefined, site: RenderedPages): FullPage[] {
  const stored = site.markdown.get(page.source.file);
  if (stored === undefined) return [];
  const { head, headBytes } = fullHeads(page, address, () => {
    const { title, url, frontmatter } = page.source;
    const [first = "", ...rest] = markdownHead(title, frontmatter.description, []).split("\n");
    const parts = [first, `Source: ${absoluteUrl(address, url)}`, ...rest];
    return { head: parts.join("\n"), headBytes: Buffer.byteLength(page.markdown.head) };
  });
  return [{ head, key: stored.key, byteLength: stored.header.byteLength, headBytes }];
}

type PerPage<Value> = (page: PlannedPage, basis: string | undefined, make: () => Value) => Value;

/** Cached by object, because unchanged pages are the same objects in the next build. */
function rememberPerPage<Value>(): PerPage<Value> {
  const known = new WeakMap<PlannedPage, { basis: string | undefined; value: Value }>();
  return (page, basis, make) => {
    const before = known.get(page);
    if (before !== undefined && before.basis === basis) return before.value;
    const value = make();
    known.set(page, { basis, value });
    return value;
  };
}

const fullHeads = rememberPerPage<{ head: string; headBytes: number }>();
const sitemapEntries = rememberPerPage<string>();

/** Every page with a changelog has a feed. */
function feedFiles({ project, plan, site }: BuiltSite, { addresses }: OutputRequest): SiteFile[] {
  if (addresses === undefined) return [];
  return plan.pages.flatMap(({ source: { file, url, title, frontmatter } }) => {
    const items = site.articles.get(file)?.digest.feed ?? [];
    if (items.length === 0) return [];
    const path = feedUrl(url);
    const feed = {
      title: `${title} – ${project.config.name}`,
      description: frontmatter.description ?? title,
      url: absoluteUrl(addresses.own, pageUrlWithSlash(url, project.config)),
      feedUrl: absoluteUrl(addresses.own, path),
      items,
    };
    return [textFile(path.slice(1), feedType, rss(feed))];
  });
}

/** A page that failed to render or only links to another site has no content. */
function isRead({ file, frontmatter }: PlannedPage["source"], { markdown }: RenderedPages): boolean {
  return frontmatter.url === undefined && markdown.has(file);
}

/** States how crawlers may use a page; see contentsignals.org. */
const defaultContentSignal = "ai-train=yes, search=yes, ai-input=yes";

function sitemapEntry(url: string, editedAt: string | undefined): string {
  const time = new Date(editedAt ?? "");
  const edited = Number.isNaN(time.getTime()) ? "" : `<lastmod>${time.toISOString().slice(0, 10)}</lastmod>`;
  return `<url><loc>${escapeXml(url)}</loc>${edited}</url>\n`;
}

/** All pages that search engines may list, with the day of their last edit. */
function sitemap(entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

const mcpPath = "/mcp";
/** Both paths are used by clients, because the standard isn't final. */
const cardPaths = [".well-known/mcp.json", ".well-known/mcp/server-card.json"];

/**
 * Announces the site's tools for language models to programs. The proposed format changed once, so the card has both
 * the old and the new fields.
 */
function mcpCardFiles(site: SiteFrame, address: string | undefined): SiteFile[] {
  const { name, description, reader } = site;
  if (!reader.mcp) return [];
  const title = `Documentation of ${name}`;
  const card = {
    name: title,
    title,
    version: "1.0.0",
    ...(description === undefined ? {} : { description }),
    remotes: [{ type: "streamable-http", url: absoluteUrl(address, mcpPath) }],
    serverInfo: { name: title, title, version: "1.0.0" },
    transport: { type: "streamable-http", endpoint: pathBelow(basePathOf(address), mcpPath) },
    capabilities: { tools: {} },
    authentication: { required: false },
  };
  return cardPaths.map((path) => textFile(path, jsonType, `${JSON.stringify(card, null, 2)}\n`));
}
