import { join } from "node:path";
import { count } from "../contract/count.ts";
import type { FileChange } from "../docs-edits/docs-tree.ts";
import { commitWork } from "../git/commit-work.ts";
import type { Repository } from "../git/repository.ts";
import { openModel } from "../platform/model/open-model.ts";
import { describeProblem } from "../site/project.ts";
import { AgentFailure } from "./agent-failure.ts";
import { type AgentJob, agentAuthor, branchOf, rulesModel } from "./agent-job.ts";
import { agentLimits } from "./agent-limits.ts";
import { type ChangeRules, type CheckedChange, checkChanges } from "./check-changes.ts";
import { startAgentProcess } from "./child/agent-process.ts";
import type { OutsideContent } from "./child/outside-content.ts";
import { createCodeTools } from "./context/code-tools.ts";
import type { JobEvents } from "./job-events.ts";
import { commitDirectly } from "./steps/commit-directly.ts";
import { openPullRequest } from "./steps/open-pull-request.ts";
import {
  findStart,
  hasCommit,
  type PreparedDocs,
  prepareDocs,
  readChangedPaths,
  readGuidance,
  readMovedFiles,
} from "./steps/prepare-docs.ts";
import { pushWork } from "./steps/push-work.ts";
import { workByRules } from "./steps/work-by-rules.ts";
import { findAgentJobById, recordBranch } from "./store.ts";
import type { RunAgentDeps, Turn, TurnEnd, Work } from "./turn.ts";
import {
  findLastCommit,
  journalCommit,
  journalPush,
  journalStart,
  listPrompters,
  type TurnCommit,
  type TurnReport,
  type TurnStart,
} from "./turn-store.ts";
import { type Validation, validateChanges } from "./validate-changes.ts";

const problemsShownMax = 20;

/**
 * Runs one prompt, from fetching the repository to opening the pull request. Skips steps that are already journaled.
 */
export async function runTurn(deps: RunAgentDeps, turn: Turn): Promise<TurnEnd> {
  const { job, events } = turn;
  checkModel(deps, job);
  const { repository, start } = await prepare(deps, turn);
  const journalled = await findDone(turn, repository);
  const done = journalled ?? (await work(deps, turn, repository, start));
  if ("outcome" in done) {
    const pushed = await findUnopened(deps, job, start);
    return pushed === undefined ? done : open(deps, turn, pushed.report);
  }
  const branch = branchOf(job);
  const isPushed = turn.turn.isPushed && journalled !== undefined;
  // What was pushed without a branch of the job's own went to the branch that it started from.
  const isCommitted = isPushed && job.ref === null;
  const isFirst = turn.turn.turn === 1 && !start.isOnBranch;
  if (isCommitted || (!isPushed && isFirst && (await deps.wantsCommit(job.id)))) {
    if (!isCommitted) await checkActive(deps, job);
    const why = isCommitted ? undefined : await commitDirectly(deps, turn, start, done);
    if (why === undefined) {
      const summary = `${done.report.summary ?? `${done.report.title}.`} It was committed to ${job.baseRef}.`;
      return { outcome: "changed", summary, model: job.model };
    }
    events.step("push", `This becomes a pull request: ${why}.`);
    done.report.body += `\n\nThis is a pull request and not a commit: ${why}.`;
  }
  if (!isPushed) {
    await checkActive(deps, job);
    events.step("push", `Pushing the branch ${branch}.`);
    const from = start.isOnBranch ? start.baseSha : undefined;
    const people = await listPrompters(deps.database.query, job.id);
    await pushWork(deps, turn, { branch, from, to: done.sha }, people);
    await deps.database.transaction(async (tx) => {
      await journalPush(tx, turn.turn, deps.clock.now());
      await recordBranch(tx, job.id, branch);
    });
  }
  return open(deps, turn, done.report);
}

async function open(deps: RunAgentDeps, turn: Turn, report: TurnReport): Promise<TurnEnd> {
  const { job, events } = turn;
  await checkActive(deps, job);
  events.step("pull-request", "Opening the pull request.");
  const { url } = await openPullRequest(deps, turn, report);
  return { outcome: "changed", summary: report.summary ?? `${report.title}.`, model: job.model, prLink: url };
}

/**
 * Finds work that an earlier prompt pushed without opening a pull request, perhaps because the code host refused it.
 */
async function findUnopened({ database }: RunAgentDeps, { id, prLink }: AgentJob, { isOnBranch }: TurnStart) {
  return isOnBranch && prLink === null ? findLastCommit(database.query, id) : undefined;
}

async function prepare(deps: RunAgentDeps, { job, turn, location, events, signal }: Turn) {
  events.step("prepare", `Fetching the latest commit of ${job.ref ?? job.baseRef}.`);
  const found = await findStart(location, { own: job.ref ?? undefined, base: job.baseRef }, signal);
  const { repository } = found;
  if (turn.start !== null && (await hasCommit(repository, turn.start.baseSha, signal))) {
    return { repository, start: turn.start };
  }
  const start: TurnStart = { baseSha: found.sha, isOnBranch: found.isOnBranch, at: deps.clock.now() };
  await deps.database.transaction((tx) => journalStart(tx, turn, start));
  return { repository, start };
}

/** The commit of an earlier attempt, if it still exists. */
async function findDone({ turn, signal }: Turn, repository: Repository): Promise<TurnCommit | undefined> {
  const { done } = turn;
  return done !== null && (await hasCommit(repository, done.sha, signal)) ? done : undefined;
}

async function work(
  deps: RunAgentDeps,
  turn: Turn,
  repository: Repository,
  start: TurnStart,
): Promise<TurnCommit | TurnEnd> {
  const { job, project, events, folder, signal } = turn;
  const { directory } = project;
  const docs = await prepareDocs(repository, { sha: start.baseSha, folder, directory, signal });
  events.step("prepare", `${docs.files.length} files of ${start.baseSha.slice(0, 12)} are ready.`);
  const done = await doWork(deps, turn, docs, start);
  if (done.question !== undefined) {
    return { outcome: "question", summary: events.clean(done.question), model: job.model };
  }
  if (done.changes.length === 0) {
    const outcome = done.refusal === undefined ? "unchanged" : "not_understood";
    return { outcome, summary: events.clean(done.summary), model: job.model, refusal: done.refusal };
  }
  const changes = checkChanges(done.changes, rulesFor(docs, turn));

  events.step("validate", "Checking pages, links and navigation.");
  const validation = await validate(deps, turn, docs, changes);
  reportValidation(events, validation);

  events.step("commit", `Committing ${count(done.changes.length, "changed file")}.`);
  const { title, body } = done.report;
  const message = events.redact(`${title}\n\n${done.commitNote}\n\nLectern-Job: ${job.id}\n`);
  const sha = await commitWork(
    repository,
    { parent: start.baseSha, changes, directory, author: agentAuthor, message, at: start.at },
    signal,
  );
  const parts = [body, ...(done.outside === undefined ? [] : [done.outside]), validationLine(validation)];
  const report = {
    title: events.redact(title),
    body: events.redact(parts.join("\n\n")),
    summary: events.clean(done.summary),
    lookAt: findLookAt(done, validation),
  };
  const commit = { sha, report };
  await deps.database.transaction((tx) => journalCommit(tx, turn.turn, commit));
  return commit;
}

function findLookAt({ outside }: Work, { warnings }: Validation): string | undefined {
  if (outside !== undefined) return "it brings in new hosts, images or scripts";
  return warnings.length === 0 ? undefined : "it causes new warnings";
}

/** Rules and models both work in a separate process. */
async function doWork(deps: RunAgentDeps, turn: Turn, docs: PreparedDocs, start: TurnStart): Promise<Work> {
  const { project, job, signal } = turn;
  const { folder, repository, sha } = docs;
  const files = docs.files.map(({ path, bytes }) => ({ path, bytes }));
  const { renames, removed } = await readMovedFiles(docs, project.directory, signal);
  const history = { renames: [...renames], removed: [...removed] };
  const writable = { settingsParts: [...docs.settingsParts], openedPaths: project.agentPaths };
  const opened = { folder, files, ...history, ...writable, fileBytesMax: agentLimits.fileBytesMax };
  const process = await (deps.startProcess ?? startAgentProcess)(opened, signal);
  const report = async (work: Work): Promise<Work> => ({
    ...work,
    outside: describeOutside(await process.call("outside", {})),
  });
  try {
    const { model } = deps;
    if (model === undefined || job.model === rulesModel) {
      const done = await workByRules(deps, process, turn, start);
      await process.call("restore", { changes: done.changes });
      return await report(done);
    }
    // Loaded lazily: servers without a model don't need it.
    const { workByModel } = await import("./model/work-by-model.ts");
    const code = deps.codeOf(project);
    const modelDeps = {
      ...deps,
      ...model,
      own: project.budgets,
      model: (await openModel(model.choice, model.key, "jobs")).model,
      process,
      guidance: await readGuidance(repository, { sha, directory: project.directory, signal }),
      readCode: code.length === 0 ? undefined : createCodeTools(code, signal),
      repositories: code.map(({ name }) => name),
      changedSince: (from: string) => readChangedPaths(docs, { from, directory: project.directory, signal }),
      paths: new Set(docs.files.map(({ path }) => path)),
      check: (changes: readonly FileChange[]) => void checkChanges(changes, rulesFor(docs, turn)),
      validate: (changes: readonly FileChange[]) =>
        validate(deps, turn, docs, checkChanges(changes, rulesFor(docs, turn))),
    };
    return await report(await workByModel(modelDeps, turn));
  } finally {
    await process.stop();
  }
}

function rulesFor({ settingsParts, links }: PreparedDocs, { project, events }: Turn): ChangeRules {
  const writable = { settingsParts, openedPaths: project.agentPaths };
  return { writable, links, holdsSecret: (text) => events.redact(text) !== text };
}

function validate(
  { pool, cachesFolder, validateChanges: validateWith = validateChanges }: RunAgentDeps,
  { project, signal }: Turn,
  docs: PreparedDocs,
  changes: readonly CheckedChange[],
): Promise<Validation> {
  const { directory, id } = project;
  return validateWith({ pool, cacheFolder: join(cachesFolder, id), directory, signal }, docs, changes);
}

function checkModel({ model }: RunAgentDeps, job: AgentJob): void {
  if (job.model !== rulesModel && job.model !== model?.choice.name) {
    const others = model === undefined ? rulesModel : `${model.choice.name} or ${rulesModel}`;
    throw new AgentFailure(
      "no-model",
      `This server has no model named ${job.model}. Create the job with ${others}, or leave out the model.`,
    );
  }
}

function reportValidation(events: JobEvents, { pages, errors, warnings }: Validation): void {
  const problems = [...errors, ...warnings].slice(0, problemsShownMax).map(describeProblem);
  events.emit("validation", { pages, errors: errors.length, warnings: warnings.length, problems });
  const [first] = errors;
  if (first !== undefined) {
    throw new AgentFailure(
      "policy",
      `Nothing was committed because the changes would break the docs: ${describeProblem(first)}.`,
    );
  }
}

function validationLine({ pages, warnings }: Validation): string {
  const found =
    warnings.length === 0 ? "no new problems" : `${count(warnings.length, "new warning")} (see the job's events)`;
  return `Checked by building the docs with these changes: ${count(pages, "page")}, ${found}.`;
}

/** A job that has been archived must not push or open anything. */
async function checkActive({ database }: RunAgentDeps, { id }: AgentJob): Promise<void> {
  if ((await findAgentJobById(database.query, id))?.status !== "active") {
    throw new Error("The job was archived while it ran.");
  }
}

const shownMax = 30;

/** Names what a change brings in from outside, so that reviewers look at it. Undefined if it brings in nothing. */
function describeOutside({ hosts, images, scripts }: OutsideContent): string | undefined {
  const rows = [
    ["New hosts", hosts],
    ["New images", images],
    ["New scripts and imports", scripts],
  ] as const;
  const shown = rows.filter(([, names]) => names.length > 0).map(([title, names]) => `- ${title}: ${listNames(names)}`);
  return shown.length === 0 ? undefined : `## Look at these first\n\n${shown.join("\n")}`;
}

/** As code, so that nothing here becomes a link, an image or a mention. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, shownMax).map((name) => `\`${name.replace(/[`\s]+/g, " ").slice(0, 200)}\``);
  return [...shown, ...(names.length > shownMax ? [`and ${names.length - shownMax} more`] : [])].join(", ");
}
