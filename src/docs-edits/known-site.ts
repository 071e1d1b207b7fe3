import { assetType, BuildFailure, BuildProblem, defaultSiteLimits, isCodeFile } from "../site/project.ts";
import {
  addRedirects,
  type ConfigReport,
  collectNeededSpecs,
  createGeneratedPages,
  createIgnoreRules,
  createLinkChecker,
  createReport,
  createTargetFinder,
  type DraftTree,
  expandNavigation,
  type IgnoreRules,
  indexSpec,
  type LinkChecker,
  listReferences,
  parseConfig,
  type ReadSpec,
  readNavigation,
  readPage,
  readRedirects,
  readSource,
  type SiteConfig,
  type SourcePage,
  specLimits,
} from "../site/reading.ts";
import { createRedirectMatcher, type RedirectMatcher } from "../site/serving.ts";
import type { EditedDocs } from "./edited-docs.ts";
import { readSettingsFiles, resolveSettings, type SettingsFiles } from "./settings-files.ts";

/** The information about a site that rules need. A build knows more. */
export interface KnownSite {
  config: SiteConfig;
  settings: SettingsFiles;
  report: ConfigReport;
  /** As it is written in the settings. */
  navigation: DraftTree;
  /** With the entries that a build adds for API descriptions. */
  builtNavigation: DraftTree;
  /** Pages with a file, and pages generated from API descriptions. */
  pages: readonly SourcePage[];
  /** Folders of pages from remote API descriptions, which aren't read here. */
  remoteFolders: ReadonlySet<string>;
  /** Whether pages of other repositories are part of the site. They aren't read here. */
  hasSources: boolean;
  /** Snippets by path. */
  snippets: ReadonlyMap<string, string>;
  findRedirect: RedirectMatcher;
  rules: IgnoreRules;
  /** Files that the site serves unchanged. */
  files: ReadonlySet<string>;
}

/** Reads the project like a build does. If docs.json cannot be read, records that and returns undefined. */
export async function readKnownSite(docs: EditedDocs): Promise<KnownSite | undefined> {
  try {
    return await readSite(docs);
  } catch (error) {
    const problem = error instanceof BuildFailure ? error.problems[0] : error;
    if (!(problem instanceof BuildProblem)) throw error;
    const path = problem.file ?? "docs.json";
    docs.decline({ path, line: problem.line, what: "the settings of the site", why: problem.message });
    return undefined;
  }
}

async function readSite(docs: EditedDocs): Promise<KnownSite> {
  const settings = await readSettingsFiles(docs);
  const values = resolveSettings(settings);
  const report = createReport(() => ({ file: "docs.json", line: undefined }));
  const config = parseConfig(values, report);
  const rules = createIgnoreRules(await docs.read(".mintignore"), values.navigation);
  const paths = docs.paths().filter((path) => !rules.ignores(path));
  const { pages, snippets } = await readDocsPages(docs, paths, rules);
  const files = new Set(paths.filter((path) => assetType(path) !== undefined));
  const written = readNavigation(values.navigation ?? null, report);
  const request = { pages, navigation: written, config, files: [...files] };
  const { pages: all, remoteFolders, builtNavigation } = await addGeneratedPages(docs, request);
  const urls = new Set(all.flatMap(({ url, slug }) => [url, `/${slug}`]));
  const redirects = readRedirects(config.redirects, urls, report);
  // Only the existence of URLs matters here, so the order of the pages doesn't.
  const addresses = all.map(({ url }, order) => ({ url, order }));
  const findRedirect = createRedirectMatcher([...redirects, ...addRedirects(redirects, addresses, files)]);
  const hasSources = listReferences(values.navigation).length > 0;
  const read = { config, settings, report, navigation: written, builtNavigation, snippets };
  return { ...read, pages: all, remoteFolders, hasSources, findRedirect, rules, files };
}

/** Finds broken links. Anchors are checked only for the given pages. */
export function createSiteChecker(site: KnownSite, anchors: ReadonlyMap<string, readonly string[]>): LinkChecker {
  const noFacts = { headings: [], links: [], images: [], usesMath: false, usesMermaid: false };
  const pages = site.pages.map(({ file, url }) => ({
    file,
    url,
    facts: { ...noFacts, anchors: [...(anchors.get(file) ?? [])] },
  }));
  const failedFiles = new Set(pages.map(({ file }) => file).filter((file) => !anchors.has(file)));
  const { findRedirect, rules, files } = site;
  const checker = createLinkChecker({ pages, failedFiles, files, findRedirect, rules });
  return {
    ...checker,
    checkLink: (url, from) => (isBeyond(site, url) ? undefined : checker.checkLink(url, from)),
  };
}

/** Whether a remote API description may generate a page at this address, and list it. */
export function isInRemoteFolder({ remoteFolders }: KnownSite, url: string): boolean {
  return [...remoteFolders].some((folder) => url.startsWith(folder === "" ? "/" : `/${folder}/`));
}

/** Whether a link may lead to a page that isn't read here: one from a remote description, or from another repository. */
function isBeyond(site: KnownSite, url: string): boolean {
  const { hasSources, pages, files } = site;
  const path = url.replace(/[?#].*$/s, "").replace(/(?<=[^/])\/+$/, "");
  const top = `${path.split("/", 2).join("/")}/`;
  const isOwn = (known: string) => `${known}/`.startsWith(top);
  if (hasSources && !pages.some((page) => isOwn(page.url)) && ![...files].some((file) => isOwn(`/${file}`)))
    return true;
  return isInRemoteFolder(site, path) && !pages.some((page) => page.url === path);
}

/** The pages among these files, and the files that they include. */
async function readDocsPages(
  docs: Pick<EditedDocs, "read">,
  paths: readonly string[],
  { lists }: IgnoreRules,
): Promise<Pick<KnownSite, "pages" | "snippets">> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    if (!/\.mdx?$/.test(path) && !isCodeFile(path)) continue;
    const text = await docs.read(path);
    if (text !== undefined && text.length <= defaultSiteLimits.pageBytesMax) texts.set(path, text);
  }
  const facts = new Map([...texts].map(([path, text]) => [path, readSource(path, text, defaultSiteLimits)]));
  const included = new Set([...facts.values()].flatMap((one) => one.imports));
  const isSnippet = (path: string) => included.has(path) || /^_?snippets\//.test(path) || isCodeFile(path);
  return {
    pages: [...facts].flatMap(([path, one]) => (isSnippet(path) && !lists(path) ? [] : [readPage(path, one)])),
    snippets: new Map([...texts].filter(([path]) => isSnippet(path))),
  };
}

interface ApiRequest {
  pages: readonly SourcePage[];
  navigation: DraftTree;
  config: SiteConfig;
  files: readonly string[];
}

const looksLikeSpec = /["']?\b(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/;

interface PagesWithApi extends Pick<KnownSite, "builtNavigation"> {
  pages: SourcePage[];
  /** Folders of pages generated from remote descriptions, whose content is unknown here. */
  remoteFolders: ReadonlySet<string>;
}

/** Adds the pages that docs.json generates from API descriptions, so that links to them aren't broken. */
async function addGeneratedPages(
  docs: EditedDocs,
  { pages, navigation, config, files }: ApiRequest,
): Promise<PagesWithApi> {
  const written = [...pages];
  const needed = collectNeededSpecs(written, navigation, config);
  const named = files.filter((file) => needed.files.has(file));
  const others = needed.searchesAll ? files.filter((file) => /\.(?:json|ya?ml)$/i.test(file)) : [];
  const specs = new Map<string, ReadSpec>();
  for (const file of new Set([...named, ...others.slice(0, specLimits.candidatesMax)])) {
    const text = specs.size < specLimits.specsMax ? await docs.read(file) : undefined;
    const isGraphql = needed.graphql.has(file);
    if (text === undefined || text.length > specLimits.bytesMax || !(isGraphql || looksLikeSpec.test(text))) continue;
    const { index } = indexSpec(file, text, { pillKeys: [], schemas: [], isGraphql });
    specs.set(file, { file, key: file, index });
  }
  const generated = createGeneratedPages(written, { ...config, reader: "all" });
  const builtNavigation = expandNavigation(navigation, {
    finder: createTargetFinder(new Map([...specs].toSorted(([one], [other]) => (one < other ? -1 : 1)))),
    generated,
    config,
    report: createReport(() => ({ file: "docs.json", line: undefined })),
    remote: new Map(),
    files,
  });
  return { pages: [...written, ...generated.pages], remoteFolders: needed.remoteFolders, builtNavigation };
}
