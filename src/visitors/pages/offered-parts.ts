import type { ArtifactCache } from "../../platform/artifacts/artifact-cache.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { type VisitorSettings, visitorSettings } from "../../site/serving.ts";

const manifestSeconds = 30;
/** The settings of sites published by older versions, which didn't store any. */
const everything = visitorSettings({});

/** Which features the site offers its readers. */
export async function offeredParts(
  artifacts: Pick<ArtifactCache, "getManifest">,
  { projectId, artifact }: PublishedArtifact,
): Promise<VisitorSettings> {
  const signal = AbortSignal.timeout(manifestSeconds * 1_000);
  const { extra } = await artifacts.getManifest(projectId, artifact, signal);
  return (extra as Partial<SiteExtra> | undefined)?.reader ?? everything;
}
