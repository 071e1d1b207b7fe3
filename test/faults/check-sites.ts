import { previewSubdomain } from "../../src/projects/sites/site-address.ts";
import { type BranchModel, lastSiteChanges, type ProjectModel } from "./acknowledged.ts";
import { markerOf } from "./author-clients.ts";
import type { ClientDeps } from "./calling.ts";
import { git, gitUrl, send } from "./send.ts";
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
        const expected = new Set(await newestMarkers(deps, project, branch));
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
    else for (const good of await newestMarkers(deps, project, main)) expected.add(good);
  }
  return wrongPage(deps, project.domain, expected);
}

async function wrongPage(
  { setup }: ClientDeps,
  subdomain: string,
  expected: ReadonlySet<string | undefined>,
): Promise<string | undefined> {
  for (const node of setup.apis) {
    const { status, text } = await send(setup.journal, { node, path: "/", site: subdomain });
    const marker = /marker-\w+/.exec(text)?.[0];
    if (status !== 200 || !expected.has(marker)) {
      return `${subdomain} at ${node.name} shows ${status} ${marker} instead of ${[...expected].join(" or ")}`;
    }
  }
  return undefined;
}

/** The marker of the branch's tip. If the tip can't be built, any earlier marker may be the last published one. */
async function newestMarkers(
  deps: ClientDeps,
  project: ProjectModel,
  { name, broken }: BranchModel,
): Promise<(string | undefined)[]> {
  const { setup, adminKey } = deps;
  const { journal } = setup;
  const node = setup.apis[0] as ApiNode;
  const url = gitUrl(node, project.domain, adminKey);
  await git(journal, project.folder, ["fetch", "--quiet", url, `+refs/heads/${name}:refs/tip`], node);
  const history = (await git(journal, project.folder, ["rev-list", "--first-parent", "refs/tip"])).output.split("\n");
  const isBroken = async (sha: string) =>
    broken.has(sha) || (await git(journal, project.folder, ["show", `${sha}:docs.json`])).output.startsWith("{ this");
  if (!(await isBroken(history[0] ?? ""))) {
    return [await markerOf(deps, project, history[0] ?? "")];
  }
  return Promise.all(history.map((sha) => markerOf(deps, project, sha)));
}
