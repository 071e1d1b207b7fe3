import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { previewSubdomain } from "../../src/projects/sites/site-address.ts";
import { type BranchModel, lastSiteChanges, type ProjectModel } from "./acknowledged.ts";
import { type ClientDeps, markerOf, refuses } from "./clients.ts";
import { git, gitUrl, isDone, send } from "./send.ts";
import type { ApiNode } from "./setups.ts";

/** Longer than a lease and the longest wait before a retry after faults as short as these. */
const settleSecondsMax = 240;
/** What is answered this shortly before a kill may be lost: conversations are not worth a write to disk each. */
const relaxedMilliseconds = 2_000;

/** Waits until everything has ended, and compares it with what was acknowledged. */
export async function checkEverything(deps: ClientDeps): Promise<void> {
  await settle(deps);
  await checkUpdates(deps);
  await checkJobs(deps);
  for (const project of deps.model.projects) {
    await checkRepository(deps, project);
    await checkSite(deps, project);
  }
  await checkPreviews(deps);
  await checkMerges(deps);
  await checkAnswers(deps);
  const [project] = deps.model.projects;
  for (const { secret } of project === undefined ? [] : deps.model.revoked) {
    await refuses(deps, project as ProjectModel, secret);
  }
}

/** Nothing waits or runs any more, and every site shows what it should. */
async function settle(deps: ClientDeps): Promise<void> {
  const { setup } = deps;
  const startedAt = Date.now();
  let open = ["everything"];
  while (Date.now() - startedAt < settleSecondsMax * 1_000) {
    open = await listOpen(deps);
    if (open.length === 0) {
      setup.journal.note(`settled after ${Math.round((Date.now() - startedAt) / 1_000)} s`);
      return;
    }
    await setTimeout(500);
  }
  setup.journal.broken("nothing is stuck", `after ${settleSecondsMax} s: ${open.join("; ")}`);
}

/** What has not ended yet. */
async function listOpen(deps: ClientDeps): Promise<string[]> {
  const { setup, model } = deps;
  const away = setup.nodes.filter(({ isReady }) => !isReady).map(({ name }) => `${name} is not ready`);
  if (away.length > 0) {
    return away;
  }
  const open: string[] = [];
  for (const project of model.projects) {
    for (const status of ["queued", "in_progress"]) {
      const updates = await list<{ _id: string; summary: string }>(deps, project, "updates", status);
      open.push(...updates.map(({ _id, summary }) => `${project.domain} ${_id} is ${status}: ${summary}`));
    }
    const jobs = await list<{ id: string; prompt: string }>(deps, project, "jobs", "active");
    open.push(...jobs.map(({ id }) => `job ${id} of ${project.domain} is active`));
    const shown = open.length > 0 ? undefined : await wrongSite(deps, project);
    if (shown !== undefined) open.push(shown);
  }
  return open;
}

/** One page is enough: whatever is open is among the newest. */
async function list<Item>(
  deps: ClientDeps,
  project: ProjectModel,
  kind: "updates" | "jobs" | "pullRequests",
  status: string,
): Promise<Item[]> {
  const folder = {
    updates: `/v1/project/updates/${project.id}`,
    jobs: `/v2/agent/${project.id}/jobs`,
    pullRequests: `/v1/project/pull-requests/${project.id}`,
  }[kind];
  const items: Item[] = [];
  let cursor = "";
  do {
    const query = `limit=100${status === "" ? "" : `&status=${status}`}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const reply = await read(deps, `${folder}?${query}`);
    const page = JSON.parse(reply);
    items.push(...page[kind]);
    cursor = page.nextCursor ?? "";
  } while (cursor !== "");
  return items;
}

/** After the faults, a reply other than success is a problem by itself. */
async function read({ setup, adminKey }: ClientDeps, path: string, node = setup.apis[0] as ApiNode): Promise<string> {
  const reply = await send(setup.journal, { node, path, key: adminKey });
  if (!isDone(reply)) {
    throw new Error(`${path} at ${node.name}: ${reply.status} ${reply.text}`);
  }
  return reply.text;
}

async function checkUpdates(deps: ClientDeps): Promise<void> {
  const { setup, model } = deps;
  for (const project of model.projects) {
    const updates = await list<ListedUpdate>(deps, project, "updates", "");
    const known = new Map(updates.map((update) => [update._id, update]));
    for (const { id, what } of model.updates.filter((update) => update.project === project)) {
      const update = known.get(id);
      if (update === undefined) {
        setup.journal.broken("nothing acknowledged is lost", `the ${what} ${id} of ${project.domain} is gone`);
      }
    }
    const asked = new Set(model.updates.filter((update) => update.project === project).map(({ id }) => id));
    if (asked.size < model.updates.filter((update) => update.project === project).length) {
      setup.journal.broken("nothing is done twice", `two requests for ${project.domain} got the same update`);
    }
    const hasBroken = [...project.branches.values()].some(({ broken }) => broken.size > 0);
    for (const { _id, status, summary } of updates) {
      setup.journal.count(`updates ${status}`);
      const isAuthors = hasBroken && summary.includes("docs.json");
      if (status === "failure" && !isAuthors) {
        setup.journal.broken("no update or job fails because of a fault", `${project.domain} ${_id}: ${summary}`);
      }
    }
  }
}

interface ListedUpdate {
  _id: string;
  status: string;
  summary: string;
}

async function checkJobs(deps: ClientDeps): Promise<void> {
  const { setup, model } = deps;
  for (const project of model.projects) {
    const jobs = await list<{ id: string; prompt: string; status: string; prLink: string | null }>(
      deps,
      project,
      "jobs",
      "",
    );
    for (const { id, prompt } of model.jobs.filter((job) => job.project === project)) {
      if (!jobs.some((job) => job.id === id && job.prompt === prompt)) {
        setup.journal.broken("nothing acknowledged is lost", `the job ${id} of ${project.domain} is gone`);
      }
    }
    const pullRequests = await list<{ head: string; title: string }>(deps, project, "pullRequests", "");
    const heads = pullRequests.map(({ head }) => head);
    if (new Set(heads).size < heads.length || pullRequests.length > jobs.length) {
      const text = `${project.domain}: ${pullRequests.length} pull requests of ${jobs.length} jobs: ${heads.join(", ")}`;
      setup.journal.broken("nothing is done twice", text);
    }
    if (new Set(jobs.map(({ prompt }) => prompt)).size < jobs.length) {
      setup.journal.broken("nothing is done twice", `${project.domain} has two jobs for one request`);
    }
    for (const job of jobs) {
      setup.journal.count(`jobs ${job.status}`);
      await checkJob(deps, project, job);
    }
  }
}

async function checkJob(
  deps: ClientDeps,
  project: ProjectModel,
  job: { id: string; status: string; prLink: string | null },
): Promise<void> {
  const { journal } = deps.setup;
  const events = await read(deps, `/v2/agent/${project.id}/job/${job.id}/events`);
  const ends = events.split("\n").filter((line) => line === "event: end").length;
  if (ends !== 1) {
    journal.broken("nothing is done twice", `the job ${job.id} of ${project.domain} ended ${ends} times`);
  }
  const isStarter = [...project.branches.values()].some(({ broken }) => broken.size > 0);
  if ((job.status !== "completed" || job.prLink === null) && !isStarter) {
    const text = `the job ${job.id} of ${project.domain} is ${job.status}, with the pull request ${job.prLink}`;
    journal.broken("no update or job fails because of a fault", `${text}\n${events.slice(-600)}`);
  }
}

/** Every node shows the same branches, with everything that was acknowledged in them. */
async function checkRepository(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { setup, adminKey } = deps;
  const { journal } = setup;
  const shown: string[] = [];
  for (const node of setup.apis) {
    const url = gitUrl(node, project.domain, adminKey);
    const listed = await git(journal, project.folder, ["ls-remote", "--heads", url], node);
    const fetched = await git(journal, project.folder, ["fetch", "--quiet", url, "+refs/heads/*:refs/end/*"], node);
    if (!listed.isDone || !fetched.isDone) {
      journal.broken(
        "nothing acknowledged is lost",
        `${project.domain} at ${node.name}: ${listed.output} ${fetched.output}`,
      );
      continue;
    }
    shown.push(listed.output);
    for (const { name, acknowledged } of project.branches.values()) {
      const isIn = ["merge-base", "--is-ancestor", acknowledged, `refs/end/${name}`];
      if (acknowledged !== "" && !(await git(journal, project.folder, isIn)).isDone) {
        const text = `${project.domain} ${name} at ${node.name} does not contain ${acknowledged}`;
        journal.broken("nothing acknowledged is lost", text);
      }
    }
  }
  if (new Set(shown).size > 1) {
    journal.broken("repositories are the same on every node", `${project.domain}:\n${shown.join("\n---\n")}`);
  }
}

async function checkSite(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const wrong = await wrongSite(deps, project);
  if (wrong !== undefined) {
    deps.setup.journal.broken("every site shows the newest good commit", wrong);
  }
}

/** Why the site isn't what it should be, at any node. */
async function wrongSite(deps: ClientDeps, project: ProjectModel): Promise<string | undefined> {
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

/** The marker of the branch's tip. If that can't be built, any earlier one may be the last that was published. */
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

/** Branches other than the project's own have a site each, too. */
async function checkPreviews(deps: ClientDeps): Promise<void> {
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

async function checkMerges(deps: ClientDeps): Promise<void> {
  const { setup, model } = deps;
  for (const { project, number, head } of model.merges) {
    const { status } = JSON.parse(await read(deps, `/v1/project/pull-requests/${project.id}/${number}`));
    const isIn = await git(setup.journal, project.folder, ["merge-base", "--is-ancestor", head, "refs/end/main"]);
    if (status !== "merged" || !isIn.isDone) {
      const text = `the merge of #${number} in ${project.domain} is gone: ${status}, ${isIn.output}`;
      setup.journal.broken("nothing acknowledged is lost", text);
    }
  }
}

async function checkAnswers({ setup, model }: ClientDeps): Promise<void> {
  const database = await setup.openDatabase();
  try {
    const { rows } = await sql<{ question: string; count: number | string }>`
      select turns.question, count(messages.id) as count from turns
      left join messages on messages.thread_id = turns.thread_id and messages.role = 'assistant'
      group by turns.question`.execute(database.query);
    const stored = new Map(rows.map(({ question, count }) => [question, Number(count)]));
    for (const { text, node, at } of model.questions) {
      const count = stored.get(text) ?? 0;
      const disturbed = setup.nodes.some(
        ({ name, disturbances }) =>
          name === node && disturbances.some(({ from, to }) => from - relaxedMilliseconds < at && at < to),
      );
      if (count > 1) {
        setup.journal.broken("nothing is done twice", `"${text}" has ${count} answers`);
      } else if (count === 0) {
        setup.journal.count("answers lost with their node");
        if (!disturbed) setup.journal.broken("answers are stored", `"${text}" at ${node}`, at);
      }
    }
    if (database.dialect === "sqlite") {
      const { rows: verdicts } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query);
      if (verdicts[0]?.integrity_check !== "ok") {
        setup.journal.broken("nothing acknowledged is lost", `the database is damaged: ${JSON.stringify(verdicts)}`);
      }
    }
  } finally {
    await database.close();
  }
}
