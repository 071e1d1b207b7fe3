import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BranchModel, ProjectModel } from "./acknowledged.ts";
import { anyNode, type ClientDeps } from "./calling.ts";
import { git, gitUrl } from "./send.ts";

const brokenShare = 0.05;
const topicsMax = 3;
export const wordsPerProject = 400;

/** Pushes a page with a new text. Occasionally, the page can't be built. */
export function pushMain(deps: ClientDeps, project: ProjectModel): Promise<void> {
  return push(deps, project, branchOf(project, "main"));
}

/** A new branch gets a preview automatically, and later pushes update the preview. */
export function pushTopic(deps: ClientDeps, project: ProjectModel): Promise<void> {
  return push(deps, project, branchOf(project, `topic-${Math.floor(deps.random() * topicsMax)}`));
}

/** Two authors push different commits on top of the same one: at most one of them may succeed. */
export async function raceTwoPushes(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const branch = branchOf(project, "main");
  if (!(await checkOut(deps, project, branch))) {
    return;
  }
  const { journal } = deps.setup;
  const base = (await git(journal, project.folder, ["rev-parse", "HEAD"])).output;
  const first = await commit(deps, project, false);
  await git(journal, project.folder, ["checkout", "--quiet", "--force", "--detach", base]);
  const second = await commit(deps, project, false);
  const wins = await Promise.all(
    [first, second].map((sha) => pushCommit(deps, project, branch, { sha, isBroken: false })),
  );
  if (wins.every(Boolean)) {
    journal.broken("nothing acknowledged is lost", `${project.domain}: ${first} and ${second} both replaced ${base}`);
  } else if (wins.some(Boolean)) {
    branch.acknowledged = wins[0] ? first : second;
    branch.unsure.clear();
  }
}

/** The marker on the first page at a commit that the clone already has. */
export async function markerOf(deps: ClientDeps, project: ProjectModel, sha: string): Promise<string | undefined> {
  const page = await git(deps.setup.journal, project.folder, ["show", `${sha}:index.mdx`]);
  return page.isDone ? /marker-\w+/.exec(page.output)?.[0] : undefined;
}

async function push(deps: ClientDeps, project: ProjectModel, branch: BranchModel): Promise<void> {
  if (!(await checkOut(deps, project, branch))) {
    return;
  }
  const isBroken = deps.random() < brokenShare;
  const sha = await commit(deps, project, isBroken);
  await pushCommit(deps, project, branch, { sha, isBroken });
}

async function pushCommit(
  deps: ClientDeps,
  project: ProjectModel,
  branch: BranchModel,
  { sha, isBroken }: { sha: string; isBroken: boolean },
): Promise<boolean> {
  const { journal } = deps.setup;
  const node = anyNode(deps);
  const startedAt = Date.now();
  if (isBroken) branch.broken.add(sha);
  const url = gitUrl(node, project.domain, deps.adminKey);
  const pushed = await git(
    journal,
    project.folder,
    ["push", "--porcelain", url, `${sha}:refs/heads/${branch.name}`],
    node,
  );
  const text = `push of ${sha.slice(0, 8)}${isBroken ? " (broken)" : ""} to ${project.domain} ${branch.name} at ${node.name}`;
  journal.count(pushed.isDone ? "pushes acknowledged" : "pushes not acknowledged");
  journal.note(pushed.isDone ? `${text}: ok` : `${text}: ${pushed.output.slice(-300).replaceAll("\n", " | ")}`);
  if (pushed.isDone) {
    branch.acknowledged = sha;
    branch.unsure.clear();
  } else {
    branch.unsure.add(sha);
  }
  if (branch.name === "main") {
    project.siteChanges.push({ kind: "newest", isAcknowledged: pushed.isDone, startedAt, endedAt: Date.now() });
  }
  return pushed.isDone;
}

export function branchOf(project: ProjectModel, name: string): BranchModel {
  let branch = project.branches.get(name);
  if (branch === undefined) {
    branch = { name, acknowledged: "", unsure: new Set(), broken: new Set() };
    project.branches.set(name, branch);
  }
  return branch;
}

/** Fetches the branch from a node, checks that no acknowledged commit is missing, and checks it out. */
async function checkOut(deps: ClientDeps, project: ProjectModel, branch: BranchModel): Promise<boolean> {
  const { journal } = deps.setup;
  const { folder } = project;
  const node = anyNode(deps);
  const known = branch.acknowledged === "" ? "main" : branch.name;
  const url = gitUrl(node, project.domain, deps.adminKey);
  const fetched = await git(journal, folder, ["fetch", "--quiet", url, `+refs/heads/${known}:refs/seen`], node);
  if (!fetched.isDone) {
    return false;
  }
  const { acknowledged } = branch;
  if (acknowledged !== "" && !(await isAncestor(deps, folder, acknowledged, "refs/seen"))) {
    const seen = (await git(journal, folder, ["rev-parse", "refs/seen"])).output;
    const text = `${project.domain} ${branch.name}: ${node.name} shows ${seen} without ${acknowledged}`;
    journal.broken("nothing acknowledged is lost", text);
    branch.acknowledged = seen;
  }
  return (await git(journal, folder, ["checkout", "--quiet", "--force", "--detach", "refs/seen"])).isDone;
}

async function isAncestor({ setup }: ClientDeps, folder: string, earlier: string, later: string): Promise<boolean> {
  return (await git(setup.journal, folder, ["merge-base", "--is-ancestor", earlier, later])).isDone;
}

/** Writes a page with a new text, and returns the commit. */
export async function commit(deps: ClientDeps, project: ProjectModel, isBroken: boolean): Promise<string> {
  const { journal } = deps.setup;
  const marker = `marker-${Math.floor(deps.random() * 1e12).toString(36)}`;
  writeProject(project, marker, isBroken);
  await git(journal, project.folder, ["add", "--all", "."]);
  await git(journal, project.folder, ["commit", "--quiet", "--allow-empty", "--message", marker]);
  return (await git(journal, project.folder, ["rev-parse", "HEAD"])).output;
}

/** Writes a test project: a page with a marker, and another page that is only written if it is missing. */
export function writeProject({ folder }: Pick<ProjectModel, "folder">, marker: string, isBroken = false): void {
  const config = {
    theme: "mint",
    name: "Faults",
    colors: { primary: "#3b5bdb" },
    navigation: { pages: ["index", "guides/start"] },
    seo: { metatags: { "og:image": "https://acme.test/card.png" } },
  };
  writeIn(folder, "docs.json", isBroken ? "{ this is not JSON" : JSON.stringify(config));
  writeIn(folder, "index.mdx", `---\ntitle: Welcome\n---\n\nThis page says ${marker} and nothing else.\n`);
  if (!existsSync(join(folder, "guides/start.mdx"))) {
    writeIn(folder, "guides/start.mdx", "---\ntitle: Start\n---\n\nHow to begin.\n");
  }
}

/** Writes words for jobs to replace, far enough apart that pull requests never conflict. */
export function writeWords(folder: string): void {
  const paragraphs = Array.from(
    { length: wordsPerProject },
    (_, i) => `The word here is kiwi${i}.\n\nAnd more text.\n`,
  );
  writeIn(folder, "guides/start.mdx", `---\ntitle: Start\n---\n\n${paragraphs.join("\n")}`);
}

function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
