import type { SiteBuild } from "../../site/pipeline/site-build.ts";
import type { SiteExtra } from "../../visitors/pages/find-page.ts";

/** What a server of the site has to know beside its files. */
export function siteExtra(build: SiteBuild): SiteExtra {
  const { redirects, notFoundPath, unlistedPaths, connections, assistantInstructions, reader, trailingSlash } = build;
  return {
    redirects,
    notFound: notFoundPath,
    unlisted: unlistedPaths,
    connections,
    reader,
    ...(trailingSlash ? { trailingSlash } : {}),
    ...(assistantInstructions === undefined ? {} : { assistantInstructions }),
  };
}
