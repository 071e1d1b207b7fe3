import { count } from "../contract/count.ts";
import { type AccessKind, isPrivate, type SiteView } from "../projects/access/access.ts";
import { findAccess } from "../projects/access/store.ts";
import { baseView, isBaseView, parseRestrictions, sharedView, writeRestrictions } from "../projects/sites/audience.ts";
import { type BuiltAudience, listAudiences } from "../projects/sites/audience-store.ts";
import { isPreview } from "../projects/sites/site-address.ts";
import type { SiteBuild } from "../site/building.ts";
import { type ArtifactRequest, type BuildDeps, buildArtifact } from "./build-artifact.ts";
import type { StoredSite } from "./steps/publish-site.ts";
import type { StepLog } from "./steps/step-log.ts";

/** The artifacts of a site: its own, and those for readers who see other pages. */
export interface BuiltViews {
  build: SiteBuild;
  stored: StoredSite;
  /** What the site's own artifact shows. */
  view: SiteView;
  restrictions: string | null;
  audiences: BuiltAudience[];
  /** The problems of all views. Those of the site's own artifact come first. */
  problems: SiteBuild["problems"];
}

const usedMilliseconds = 30 * 24 * 3_600_000;
/** Views of readers beyond this number are built when they are needed again. */
const viewsMax = 32;

/** Builds the site's own artifact, and from the same files those of the readers who came lately. */
export async function buildViews(
  deps: BuildDeps,
  update: Omit<ArtifactRequest, "view" | "isBase" | "budget">,
  stepLog: StepLog,
): Promise<BuiltViews> {
  const request = { ...update, budget: { usedSeconds: 0, moreSeconds: 0 } };
  const { project, target, before: site } = request;
  const { kind } = await findAccess(deps.database.query, project.id);
  const view = baseView(kind);
  const { build, stored } = await buildArtifact(deps, { ...request, view, isBase: true }, stepLog);
  const restrictions = writeRestrictions(build.restrictions);
  const rows = await listAudiences(deps.database.query, target.subdomain);
  const since = deps.clock.now() - usedMilliseconds;
  const used = rows.filter(({ usedAt }) => usedAt >= since).slice(0, viewsMax);
  const wanted = wantedViews(kind, restrictions, { isPreview: isPreview(target), used: used.map(viewOfRow) });
  const others = wanted.filter((each) => !isBaseView({ builtFor: view, restrictions }, each));
  const audiences: BuiltAudience[] = [];
  const problems = [...build.problems];
  let { bytesNew } = stored;
  for (const other of others) {
    const known = rows.find(({ audience }) => audience === other)?.artifact;
    const before = {
      artifact: known ?? stored.digest,
      commitSha: site?.commitSha ?? null,
      sources: site?.sources ?? [],
    };
    const quiet = { ...stepLog, line: () => {}, timed: <Result>(_what: string, work: () => Promise<Result>) => work() };
    const built = await buildArtifact(deps, { ...request, before, view: other, isBase: false }, quiet);
    audiences.push({ audience: other, artifact: built.stored.digest });
    problems.push(...newProblems(problems, built.build.problems));
    bytesNew += built.stored.bytesNew;
    stepLog.line(`publish-site: ${count(built.build.pages.length, "page")} for ${describeView(other)}`);
  }
  return { build, stored: { ...stored, bytesNew }, view, restrictions, audiences, problems };
}

const viewOfRow = ({ audience }: { audience: string }) => audience as SiteView;

/** The views to build with every update: those that most private sites need, and those of readers who came lately. */
function wantedViews(
  access: AccessKind,
  restrictions: string | null,
  { isPreview, used }: { isPreview: boolean; used: readonly SiteView[] },
): SiteView[] {
  if (!isPrivate(access)) return [];
  const { groups, publicPages } = parseRestrictions(restrictions);
  const usual: SiteView[] = [
    ...(groups.length > 0 ? (["all"] as const) : []),
    ...(publicPages === "some" && !isPreview ? (["public"] as const) : []),
  ];
  const shared = [...usual, ...used].map((view) => sharedView(view, restrictions));
  return [...new Set(shared)].filter((view) => view !== "none" && view !== "open");
}

function newProblems(known: SiteBuild["problems"], found: SiteBuild["problems"]): SiteBuild["problems"] {
  const nameOf = ({ file, line, message }: SiteBuild["problems"][number]) => `${file}:${line}: ${message}`;
  const names = new Set(known.map(nameOf));
  return found.filter((problem) => !names.has(nameOf(problem)));
}

function describeView(view: SiteView): string {
  if (view === "all") return "members";
  return view === "public" ? "readers who haven't signed in" : `readers with ${view}`;
}
