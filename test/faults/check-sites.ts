import { previewSubdomain } from "../../src/projects/sites/site-address.ts";
import { type BranchModel, lastSiteChanges, type ProjectModel } from "./acknowledged.ts";
import { markerOf } from "./author-clients.ts";
import type { ClientDeps } from "./calling.ts";
import { listAll } from "./reading.ts";
import { git, gitUrl, memberCookie, send } from "./send.ts";
import type { ApiNode } from "./setups.ts";

export async function checkSite(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const wrong = await wrongSite(deps, project);
  if (wrong !== undefined) {
    deps.setup.journal.broken("every site shows the newest good commit", wrong);
  }
}

/** Checks the previews: each branch other than the project's own also has a site. */
export async function checkPreviews(deps: ClientDeps): Promise<void> {
  for (const project of deps.model.projects) {
    for (const branch of project.branches.values()) {
      if (branch.name !== "main" && branch.acknowledged !== "") {
        const expected = new Set([await newestMarker(deps, project, branch)]);
        const wrong = await wrongPage(deps, previewSubdomain(branch.name, project.domain), expected);
        const neverBuilt = branch.broken.size > 0 && wrong?.includes(" 404 ") === true;
        if (wrong !== undefined && !neverBuilt) {
          deps.setup.journal.broken("every site shows the newest good commit", wrong);
        }
      }
    }
  }
}

/** Why the site shows the wrong content on any node; undefined if it is right. */
export async function wrongSite(deps: ClientDeps, project: ProjectModel): Promise<string | undefined> {
  const changes = lastSiteChanges(project);
  const expected = new Set<string | undefined>();
  const main = project.branches.get("main");
  if (main === undefined || changes.length === 0) {
    return undefined;
  }
  for (const { kind, marker } of changes) {
    if (kind === "rollback") expected.add(marker);
    else expected.add(await newestMarker(deps, project, main));
  }
  return wrongPage(deps, project.domain, expected);
}

async function wrongPage(
  { setup, cookie }: ClientDeps,
  subdomain: string,
  expected: ReadonlySet<string | undefined>,
): Promise<string | undefined> {
  for (const node of setup.apis) {
    const page = { node, path: "/", site: subdomain };
    const anonymous = await send(setup.journal, page);
    // New projects show their previews to members only.
    const { status, text } =
      anonymous.status === 401
        ? await send(setup.journal, { ...page, cookie: await memberCookie(node, subdomain, cookie) })
        : anonymous;
    const marker = /marker-\w+/.exec(text)?.[0];
    if (status !== 200 || !expected.has(marker)) {
      return `${subdomain} at ${node.name} shows ${status} ${marker} instead of ${[...expected].join(" or ")}`;
    }
  }
  return undefined;
}

/** The marker that the site of a branch shows: of the branch's tip or, if it can't be built, of the last good one. */
async function newestMarker(
  deps: ClientDeps,
  project: ProjectModel,
  { name, broken }: BranchModel,
): Promise<string | undefined> {
  const { setup, adminKey } = deps;
  const { journal } = setup;
  const node = setup.apis[0] as ApiNode;
  const url = gitUrl(node, project.domain, adminKey);
  await git(journal, project.folder, ["fetch", "--quiet", url, `+refs/heads/${name}:refs/tip`], node);
  const history = (await git(journal, project.folder, ["rev-list", "--first-parent", "refs/tip"])).output.split("\n");
  const isBroken = async (sha: string) =>
    broken.has(sha) || (await git(journal, project.folder, ["show", `${sha}:docs.json`])).output.startsWith("{ this");
  if (!(await isBroken(history[0] ?? ""))) {
    return markerOf(deps, project, history[0] ?? "");
  }
  return markerOf(deps, project, (await findPublished(deps, project, name, history)) ?? "");
}

/**
 * The commit that the site shows if the tip can't be built. It isn't always the commit before the tip: commits that
 * wait together are built together, and all of them fail with the newest.
 */
async function findPublished(deps: ClientDeps, project: ProjectModel, branch: string, history: readonly string[]) {
  const subdomain = branch === "main" ? project.domain : previewSubdomain(branch, project.domain);
  const all = await listAll<PublishedUpdate>(deps, project, "updates", "success");
  const updates = all.filter((update) => update.subdomain === subdomain);
  const [newest] = updates;
  if (newest?.trigger === "rollback") return newest.commit?.sha;
  const built = new Set(
    updates.filter(({ trigger }) => trigger !== "rollback").map(({ commit, builtWith }) => (builtWith ?? commit)?.sha),
  );
  return history.find((sha) => built.has(sha));
}

interface PublishedUpdate {
  subdomain: string;
  trigger?: string;
  commit?: { sha: string };
  builtWith?: { sha: string };
}
