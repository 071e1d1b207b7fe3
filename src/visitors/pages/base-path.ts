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
