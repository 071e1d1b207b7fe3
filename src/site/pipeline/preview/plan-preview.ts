import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedPage, SitePlan } from "../../outputs/site-plan.ts";
import type { ImageSizes } from "../../page/markdown/size-images.ts";
import { mathAssets } from "../../page/math/math-assets.ts";
import { BuildCache } from "../../shared/cache/build-cache.ts";
import { pruneCache } from "../../shared/cache/prune-cache.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { decodeUrl } from "../../shared/text/decode-url.ts";
import { isCodeFile, isPageFile } from "../../source/file-types.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import type { SourceProject } from "../../source/read-project.ts";
import { readSource, type SourceFacts } from "../../source/read-sources.ts";
import { fontBytesMax, inlineFonts } from "../../theme/inline-fonts.ts";
import type { SiteAssets } from "../../theme/templates/site-assets.ts";
import { themedAccent } from "../../theme/templates/site-colors.ts";
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
  accent: string;
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
  const { colors, background } = project.config;
  const css = await previewStyles(plan.assets, project, request);
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
    accent: themedAccent({ ...colors, background: background?.color }),
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

/** The stylesheets that pages of the site load. */
function previewStyles(
  { stylesheets, iconStylesheet, fonts }: SiteAssets,
  project: SourceProject,
  { folder, siteUrl }: PlanPreviewRequest,
): Promise<string> {
  const math = mathAssets();
  const built = new Map([...fonts, ...math.fonts].map((font) => [font.path, font.bytes]));
  const sheets = [...stylesheets, iconStylesheet, math.stylesheet];
  return inlineFonts(
    sheets.map(({ path, bytes }) => ({ path: `/${path}`, css: bytes.toString() })),
    siteUrl,
    async (address) => {
      const path = decodeUrl(address).slice(1);
      const own = project.assets.find((asset) => asset.path === path);
      return built.get(path) ?? (own && own.size <= fontBytesMax ? readFile(join(folder, path)) : undefined);
    },
  );
}
