import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { ProjectModel } from "./acknowledged.ts";
import { refuses } from "./api-clients.ts";
import type { ClientDeps } from "./calling.ts";
import { checkJobs, checkUpdates } from "./check-jobs.ts";
import { checkPreviews, checkSite, wrongSite } from "./check-sites.ts";
import { checkDeliveries, listMissing } from "./delivery-clients.ts";
import { checkDrafts, isUnsaved } from "./draft-clients.ts";
import { listAll, read } from "./reading.ts";
import { checkRefs } from "./ref-clients.ts";
import { git, gitUrl } from "./send.ts";

/** Longer than a lease plus the longest retry delay that these short faults can cause. */
const idleSecondsMax = 180;
/** On a busy machine, the work that has piled up may take longer than this. It is then reported as left over. */
const settleSecondsMax = 600;
const notedRounds = 20;
/** Answers given this shortly before a kill may be lost, because conversations aren't written to disk one by one. */
const relaxedMilliseconds = 2_000;

/** Waits until everything has ended, and compares the result with the acknowledged changes. */
export async function checkEverything(deps: ClientDeps): Promise<void> {
  const left = await settle(deps);
  // The report must not call a site right that nobody has looked at.
  const isBuilt = !left.some((each) => / is (queued|in_progress|active)/.test(each));
  if (!isBuilt) deps.setup.journal.count("not checked, because work is left over: sites, webhooks and mail");
  await checkUpdates(deps);
  await checkJobs(deps);
  for (const project of deps.model.projects) {
    await checkRepository(deps, project);
    if (isBuilt) await checkSite(deps, project);
  }
  if (isBuilt) {
    await checkPreviews(deps);
    await checkDeliveries(deps);
  }
  await checkDrafts(deps);
  await checkMerges(deps);
  await checkAnswers(deps);
  const [project] = deps.model.projects;
  for (const { secret } of project === undefined ? [] : deps.model.revoked) {
    await refuses(deps, project as ProjectModel, secret);
  }
}

/**
 * Waits until nothing is waiting or running any more, and every site shows the right content. Something is stuck if
 * nothing has ended for a while. Returns what is left over.
 */
async function settle(deps: ClientDeps): Promise<string[]> {
  const { journal } = deps.setup;
  const startedAt = Date.now();
  const seconds = (since: number) => Math.round((Date.now() - since) / 1_000);
  let open: string[] = [];
  let changedAt = startedAt;
  for (let round = 0; seconds(startedAt) < settleSecondsMax && seconds(changedAt) < idleSecondsMax; round += 1) {
    const before = open.length;
    // The last fault may have ended only a moment ago.
    open = await listOpen(deps).catch((error: Error) => [error.message]);
    if (open.length !== before) changedAt = Date.now();
    if (round % notedRounds === 0) journal.note(`still open: ${open.join("; ")}`);
    if (open.length === 0) {
      journal.note(`settled after ${seconds(startedAt)} s`);
      return [];
    }
    await setTimeout(500);
  }
  if (seconds(changedAt) >= idleSecondsMax) {
    journal.broken("nothing is stuck", `no change for ${idleSecondsMax} s: ${open.join("; ")}`);
  }
  for (const each of open) {
    journal.note(`left over after ${seconds(startedAt)} s: ${each}`);
    journal.count("left over at the end");
  }
  return open;
}

/** Lists everything that has not ended yet. */
async function listOpen(deps: ClientDeps): Promise<string[]> {
  const { setup, model } = deps;
  const away = setup.nodes.filter(({ isReady }) => !isReady).map(({ name }) => `${name} is not ready`);
  if (away.length > 0) {
    return away;
  }
  const open: string[] = [];
  for (const project of model.projects) {
    for (const status of ["queued", "in_progress"]) {
      const updates = await listAll<{ _id: string; summary: string }>(deps, project, "updates", status);
      open.push(...updates.map(({ _id, summary }) => `${project.domain} ${_id} is ${status}: ${summary}`));
    }
    const jobs = await listAll<{ id: string; prompt: string }>(deps, project, "jobs", "active");
    open.push(...jobs.map(({ id }) => `job ${id} of ${project.domain} is active`));
    const shown = open.length > 0 ? undefined : await wrongSite(deps, project);
    if (shown !== undefined) open.push(shown);
  }
  const unsaved = model.drafts.filter(isUnsaved).map(({ id }) => `the draft ${id} has unsaved edits`);
  open.push(...unsaved);
  return open.length > 0 ? open : listMissing(deps);
}

/** Checks that every node shows the same branches, including all acknowledged commits. */
async function checkRepository(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { setup, adminKey } = deps;
  const { journal } = setup;
  const shown: string[] = [];
  for (const node of setup.apis) {
    const url = gitUrl(node, project.domain, adminKey);
    const listed = await git(journal, project.folder, ["ls-remote", url], node);
    const fetched = await git(journal, project.folder, ["fetch", "--quiet", url, "+refs/heads/*:refs/end/*"], node);
    if (!listed.isDone || !fetched.isDone) {
      journal.broken(
        "nothing acknowledged is lost",
        `${project.domain} at ${node.name}: ${listed.output} ${fetched.output}`,
      );
      continue;
    }
    shown.push(listed.output);
    checkRefs(deps, project, node.name, listed.output);
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
      const { disturbances = [] } = setup.nodes.find(({ name }) => name === node) ?? {};
      const outages = setup.outages.filter(({ part }) => part === "postgres");
      const isExcused = [...disturbances, ...outages].some(
        ({ from, to }) => from - relaxedMilliseconds < at && at < to + relaxedMilliseconds,
      );
      if (count > 1) {
        setup.journal.broken("nothing is done twice", `"${text}" has ${count} answers`);
      } else if (count === 0) {
        setup.journal.count("answers lost with their node or the database");
        if (!isExcused) setup.journal.broken("answers are stored", `"${text}" at ${node}`, at);
      }
    }
    if (database.dialect === "sqlite") {
      const { rows: verdicts } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(database.query);
      if (verdicts[0]?.integrityCheck !== "ok") {
        setup.journal.broken("nothing acknowledged is lost", `the database is damaged: ${JSON.stringify(verdicts)}`);
      }
    }
  } finally {
    await database.close();
  }
}
