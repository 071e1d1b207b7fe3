import { hash } from "node:crypto";
import { posix } from "node:path";
import type { PlannedPage, SitePlan } from "../../outputs/site-plan.ts";
import type { ImageSizes } from "../../page/markdown/size-images.ts";
import { mathAssets } from "../../page/math/math-assets.ts";
import { BuildCache } from "../../shared/cache/build-cache.ts";
import { pruneCache } from "../../shared/cache/prune-cache.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { isCodeFile, isPageFile } from "../../source/file-types.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import type { SourceProject } from "../../source/read-project.ts";
import { readSource, type SourceFacts } from "../../source/read-sources.ts";
import type { SiteAssets } from "../../theme/templates/site-assets.ts";
import { type BuildRequest, buildDefaults } from "../build-request.ts";
import { noReplacements } from "../keep-good-pages.ts";
import type { LinkChecker } from "../link-checker.ts";
import { readAndPlan } from "../read-and-plan.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { pageLinkChecker } from "./preview-links.ts";

/** A site that is planned but not rendered, to preview single pages while they are edited. */
export interface PreviewPlan {
  folder: string;
  cacheFolder: string;
  siteUrl: string;
  project: SourceProject;
  plan: SitePlan;
  /** The planned pages, by file. */
  pages: ReadonlyMap<string, PlannedPage>;
  imageSizes: ImageSizes;
  links: LinkChecker;
  /** The stylesheets of the site, with its fonts. */
  css: string;
  cssVersion: string;
}

interface PlanPreviewRequest
  extends Pick<BuildRequest, "folder" | "cacheFolder" | "signal" | "fetchSpec" | "fetchFile" | "withAuthorCode"> {
  files: NonNullable<BuildRequest["files"]>;
  /** The URL of the published site, which serves the images. */
  siteUrl: string;
}

/** A preview uses remote files that were fetched in the last hour, usually by the last update. */
const remoteFreshSeconds = 3_600;
/** The size of the cache for API descriptions, grammars and components. */
const cacheBytesMax = 256 * 1024 * 1024;

/** Reads and plans the site as authors see it: with all pages, and placeholders for components that can't be shown. */
export async function planPreview(pool: RenderPool, request: PlanPreviewRequest): Promise<PreviewPlan> {
  const { folder, cacheFolder, siteUrl } = request;
  const cache = new BuildCache(cacheFolder);
  const { project, assets, plan } = await readAndPlan(
    { pool, cache },
    {
      ...buildDefaults,
      ...request,
      limits: defaultSiteLimits,
      onLine: () => undefined,
      isPreview: true,
      marksRefused: true,
      readerGroups: "all",
      withSnippetPages: true,
      remoteFreshSeconds,
    },
    noReplacements,
  );
  await pruneCache(cacheFolder, cacheBytesMax, cache);
  const css = previewStyles(plan.assets, siteUrl);
  return {
    folder,
    cacheFolder,
    siteUrl,
    project,
    plan,
    pages: new Map(plan.pages.map((page) => [page.source.file, page])),
    imageSizes: assets.imageSizes,
    links: pageLinkChecker(project, plan),
    css,
    cssVersion: hash("sha256", css).slice(0, versionDigits),
  };
}

const versionDigits = 16;

/** A text that replaces a file of the project, with the facts that a plan needs. */
export interface ReplacedText {
  path: string;
  text: string;
  facts: SourceFacts | undefined;
}

export function replaceText(path: string, text: string): ReplacedText {
  const isRead = isPageFile(path) || isCodeFile(path);
  return { path, text, facts: isRead ? readSource(path, text, defaultSiteLimits) : undefined };
}

/**
 * Identifies the changes in this text that require a new plan. Empty if only the content, title or description of a
 * page or snippet changed: the same plan can then be used.
 */
export function shapeOf({ project }: PreviewPlan, { path, text, facts }: ReplacedText): string {
  const known = project.facts.get(path);
  if (facts === undefined || known === undefined) return `${path}:${hash("sha256", text)}`;
  const api = apiShape(facts.frontmatter);
  const newSnippets = facts.imports.filter((file) => project.facts.has(file) && !project.snippets.has(file));
  if (api === apiShape(known.frontmatter) && newSnippets.length === 0) return "";
  return `${path}:${hash("sha256", JSON.stringify([api, newSnippets]))}`;
}

/** The frontmatter that determines which part of an API description the page shows. */
function apiShape(frontmatter: Frontmatter): string {
  const { openapi, asyncapi, api } = frontmatter;
  const isApi = [openapi, asyncapi, api, frontmatter["openapi-schema"]].some((value) => value !== undefined);
  return isApi ? JSON.stringify(frontmatter) : "";
}

/** The preview is a separate document that can't load the site's fonts, so they are inlined up to this size. */
const fontBytesMax = 2_000_000;

/** The stylesheets that pages of the site load. */
function previewStyles({ stylesheets, iconStylesheet, fonts }: SiteAssets, siteUrl: string): string {
  const math = mathAssets();
  const files = new Map([...fonts, ...math.fonts].map((font) => [`/${font.path}`, font]));
  let bytes = 0;
  const sheets = [...stylesheets, iconStylesheet, math.stylesheet];
  const css = sheets.map(({ bytes: text }) => text.toString()).join("\n");
  return css.replaceAll(address, (whole, quote: string, path: string) => {
    // Only the stylesheet of formulas has relative addresses.
    const absolute = posix.resolve(`/${posix.dirname(math.stylesheet.path)}`, path);
    const font = files.get(absolute);
    if (font === undefined) return path.startsWith("/") ? `url(${quote}${siteUrl}${path}${quote})` : whole;
    bytes += font.bytes.length;
    if (bytes > fontBytesMax) return `url(${quote}${siteUrl}/${font.path}${quote})`;
    return `url("data:${font.type};base64,${font.bytes.toString("base64")}")`;
  });
}

const address = /url\((["']?)(?!data:|https?:|#)([^"')\s]{1,300})\1\)/g;
