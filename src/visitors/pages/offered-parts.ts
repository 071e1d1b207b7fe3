import type { ArtifactCache } from "../../platform/artifacts/artifact-cache.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { type VisitorSettings, visitorSettings } from "../../site/source/config/visitor-settings.ts";
import type { SiteExtra } from "./find-page.ts";

const manifestSeconds = 30;
/** Of sites that were published by an older Lectern. */
const everything = visitorSettings({});

/** What the owners of a site offer its readers. */
export async function offeredParts(
  artifacts: Pick<ArtifactCache, "getManifest">,
  { projectId, artifact }: PublishedArtifact,
): Promise<VisitorSettings> {
  const signal = AbortSignal.timeout(manifestSeconds * 1_000);
  const { extra } = await artifacts.getManifest(projectId, artifact, signal);
  return (extra as Partial<SiteExtra> | undefined)?.reader ?? everything;
}
