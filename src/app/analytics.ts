import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import type { SeenView } from "../analytics/events.ts";
import { Recorder } from "../analytics/recorder.ts";
import type { FindIndex } from "../assistant/open-site.ts";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Config } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import { findPage, readFacets } from "../search/querying.ts";
import { createVisitorIds } from "../visitors/api/visitor-ids.ts";
import { offeredParts } from "../visitors/pages/offered-parts.ts";
import type { OnSent } from "../visitors/pages/remembered-replies.ts";
import { seeView, viewFacts } from "../visitors/pages/see-view.ts";

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
  const lastViews = new WeakMap<Socket, LastView>();
  const onSent: OnSent = (request, published, sent) => {
    const at = clock.now();
    const second = Math.floor(at / 1_000);
    const facts = viewFacts(request, rules);
    const last = lastViews.get(request.socket);
    const isRepeat = last?.sent === sent && last.second === second && facts.every((fact, i) => fact === last.facts[i]);
    if (isRepeat && recorder.repeat(last.view)) return;
    const { path, file } = sent;
    const view = seeView(request, { path, type: file.type }, { published, at, rules });
    const counted = view && recorder.note(view);
    if (counted !== undefined) lastViews.set(request.socket, { sent, second, facts, view: counted });
  };
  return { recorder, onSent };
}

/** The last view on a connection, because programs that load a site in a hurry ask for the same page again and again. */
interface LastView {
  /** The same object for every remembered reply. */
  sent: object;
  second: number;
  facts: readonly unknown[];
  view: SeenView;
}

interface Branch {
  language: string;
  version: string;
}

const branchesRemembered = 20_000;
const nameLengthMax = 60;
const none: Branch = { language: "", version: "" };

/** Finds the language and version of a page in the site's index. They are empty for pages that aren't in it. */
function createBranchOf(findIndex: FindIndex) {
  const branches = new LRUCache<string, Branch>({ max: branchesRemembered });
  return async (published: PublishedArtifact, page: string): Promise<Branch> => {
    const key = `${published.artifact} ${published.audience ?? ""} ${page}`;
    const known = branches.get(key);
    if (known !== undefined) return known;
    // A site without an index, or one that can't be read now, still has views.
    const index = await findIndex(published).catch(() => undefined);
    const number = index && findPage(index, page);
    const { language = "", version = "" } =
      index === undefined || number === undefined ? none : readFacets(index, number);
    const branch = { language: language.slice(0, nameLengthMax), version: version.slice(0, nameLengthMax) };
    branches.set(key, branch);
    return branch;
  };
}
