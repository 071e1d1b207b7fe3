import type { KnownSite } from "../../docs-edits/known-site.ts";
import { EngineMissing, renderPage } from "../../site/articles.ts";
import { BuildProblem, defaultSiteLimits } from "../../site/project.ts";
import { readRenderSettings, splitFrontmatter } from "../../site/reading.ts";

/** The anchors of a page, in the same order as in a build; undefined if they can't be determined here. */
export function readAnchors(site: KnownSite, file: string, source: string): string[] | undefined {
  const page = site.pages.find((one) => one.file === file);
  // API descriptions add anchors, but they aren't read here.
  const { openapi, "openapi-schema": schema, asyncapi, api } = page?.frontmatter ?? {};
  const hasApi = [openapi, schema, asyncapi, api].some((value) => value !== undefined);
  if (page === undefined || page.body !== undefined || hasApi) return undefined;
  const { body, firstLine } = splitFrontmatter(source);
  const surroundings = {
    snippets: site.snippets,
    limits: defaultSiteLimits,
    settings: readRenderSettings(site.config),
  };
  try {
    return renderPage({ file, format: page.format, body, firstLine }, surroundings).facts.anchors;
  } catch (error) {
    // The page contains code, which only render processes may run.
    if (error instanceof BuildProblem || error instanceof EngineMissing) return undefined;
    throw error;
  }
}
