import type { Manifest } from "../../platform/artifacts/manifest.ts";

const unlistedPaths = new WeakMap<Manifest, ReadonlySet<string>>();

/**
 * What machines are told beside a file: where the site describes itself to them, the other form of a page, and whether
 * engines may list it. A preview is for people who were sent its address.
 */
export function machineHeaders(path: string, manifest: Manifest, isPreview: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isPreview || unlistedOf(manifest).has(path)) {
    headers["x-robots-tag"] = "noindex";
  }
  const [name = "", form] = splitForm(path);
  if (form === undefined || !manifest.files.has(`${name}.html`)) {
    return headers;
  }
  const hasList = manifest.files.has("llms.txt");
  const links = [
    hasList && '</llms.txt>; rel="llms-txt"',
    manifest.files.has("llms-full.txt") && '</llms-full.txt>; rel="llms-full-txt"',
    form === "html" &&
      manifest.files.has(`${name}.md`) &&
      `<${addressOf(`${name}.md`)}>; rel="alternate"; type="text/markdown"`,
    form === "md" && `<${addressOf(name === "index" ? "" : name)}>; rel="canonical"`,
  ].filter((link) => link !== false);
  if (links.length > 0) {
    headers.link = links.join(", ");
  }
  if (hasList) {
    headers["x-llms-txt"] = "/llms.txt";
  }
  return headers;
}

function splitForm(path: string): [string, "html" | "md" | undefined] {
  if (path.endsWith(".html")) {
    return [path.slice(0, -".html".length), "html"];
  }
  return path.endsWith(".md") ? [path.slice(0, -".md".length), "md"] : [path, undefined];
}

function addressOf(name: string): string {
  return `/${encodeURI(name).replaceAll(/[?#]/g, encodeURIComponent)}`;
}

function unlistedOf(manifest: Manifest): ReadonlySet<string> {
  const known = unlistedPaths.get(manifest);
  if (known !== undefined) {
    return known;
  }
  // Sites that were published by an older Lectern do not say it.
  const { unlisted = [] } = manifest.extra as { unlisted?: string[] };
  const paths = new Set(unlisted);
  unlistedPaths.set(manifest, paths);
  return paths;
}
