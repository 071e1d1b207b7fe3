import { Recorder } from "../analytics/recorder.ts";
import type { FindIndex } from "../assistant/open-site.ts";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Config } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import { createVisitorIds } from "../visitors/api/visitor-ids.ts";
import { offeredParts } from "../visitors/pages/offered-parts.ts";
import { createBranchOf } from "../visitors/pages/page-branch.ts";
import type { OnSent } from "../visitors/pages/remembered-replies.ts";
import { seeView } from "../visitors/pages/see-view.ts";

interface AnalyticsDeps extends Pick<Services, "clock" | "database" | "log"> {
  artifacts: ArtifactCache;
  findIndex: FindIndex;
  trustedProxies: readonly string[];
  analytics: Config["analytics"];
}

/** Counts views of pages, and takes notes of actions. Undefined if the operator has turned analytics off. */
export function startAnalytics(deps: AnalyticsDeps): { recorder: Recorder; onSent: OnSent } | undefined {
  const { analytics, trustedProxies, clock, artifacts } = deps;
  if (!analytics.isOn) return undefined;
  const recorder = new Recorder({
    ...deps,
    visitorIdOf: createVisitorIds(deps),
    branchOf: createBranchOf(deps.findIndex),
    isCounted: async (published) => (await offeredParts(artifacts, published)).analytics !== false,
  });
  const rules = { trustedProxies, countryHeader: analytics.countryHeader };
  const onSent: OnSent = (request, published, { path, file }) => {
    const view = seeView(request, { path, type: file.type }, { published, at: clock.now(), rules });
    if (view !== undefined) recorder.note(view);
  };
  return { recorder, onSent };
}
