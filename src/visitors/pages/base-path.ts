import type { ArtifactCache } from "../../platform/artifacts/artifact-cache.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";

const manifestSeconds = 60;

/**
 * Adds the base path that the artifact was built for. It belongs to the artifact, not to the project's settings, so that
 * pages and server always agree: a new setting counts when its update is published.
 */
export async function withBasePath(
  artifacts: Pick<ArtifactCache, "getManifest">,
  published: PublishedArtifact,
): Promise<PublishedArtifact> {
  const signal = AbortSignal.timeout(manifestSeconds * 1_000);
  const { extra } = await artifacts.getManifest(published.projectId, published.artifact, signal);
  const { basePath, address } = (extra ?? {}) as Partial<SiteExtra>;
  return basePath === undefined ? published : { ...published, basePath, address };
}

/** The URL within the site; undefined if it is outside of the base path. */
export function urlWithin(basePath: string, url: string): string | undefined {
  if (!url.startsWith(basePath)) return undefined;
  const rest = url.slice(basePath.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : undefined;
}
