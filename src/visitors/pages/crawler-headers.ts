import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { oncePerSite } from "./once-per-site.ts";

/**
 * Headers for crawlers and agents: links to the site's llms.txt files and to the page's other form (HTML or Markdown),
 * and whether search engines may list the page.
 */
export function crawlerHeaders(path: string, manifest: Manifest, isHidden: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isHidden || unlistedOf(manifest).has(path)) {
    headers["x-robots-tag"] = "noindex";
  }
  const [, name = "", form] = /^(.*)\.(html|md)$/.exec(path) ?? [];
  if (form === undefined || !manifest.files.has(`${name}.html`)) {
    return headers;
  }
  const { basePath = "" } = manifest.extra as unknown as SiteExtra;
  const hasList = manifest.files.has("llms.txt");
  const links = [
    hasList && `<${basePath}/llms.txt>; rel="llms-txt"`,
    manifest.files.has("llms-full.txt") && `<${basePath}/llms-full.txt>; rel="llms-full-txt"`,
    form === "html" &&
      manifest.files.has(`${name}.md`) &&
      `<${basePath}${addressOf(`${name}.md`)}>; rel="alternate"; type="text/markdown"`,
    form === "md" && `<${basePath}${addressOf(name === "index" ? "" : name)}>; rel="canonical"`,
  ].filter((link) => link !== false);
  if (links.length > 0) {
    headers.link = links.join(", ");
  }
  if (hasList) {
    headers["x-llms-txt"] = `${basePath}/llms.txt`;
  }
  return headers;
}

function addressOf(name: string): string {
  return `/${encodeURI(name).replaceAll(/[?#]/g, encodeURIComponent)}`;
}

// Sites published by older versions have no list of unlisted pages.
const unlistedOf = oncePerSite(({ unlisted = [] }) => new Set(unlisted));
