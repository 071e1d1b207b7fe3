import { count } from "../contract/count.ts";
import { describeProblemCounts, problemsIn } from "../contract/describe-problems.ts";
import { updateState } from "../contract/status-name.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import type { CommitStatus } from "../pull-requests/pull-request.ts";
import { findUpdate } from "../updates/store.ts";
import { isEnded, type Update } from "../updates/update.ts";
import type { ChooseCodeHost, CodeHost } from "./code-host.ts";
import { CodeHostError, isTransient, waitForHost } from "./code-host-error.ts";

interface AnnounceDeps extends Pick<Services, "database" | "log"> {
  chooseCodeHost: ChooseCodeHost;
  /** A GitHub App can act for projects that have no token. */
  hasGithubApp: boolean;
  /** The server's public address. */
  url: string;
  siteUrl(subdomain: string): string;
}

const attemptsMax = 3;
const context = "lectern/preview";

/** Reports on a pull request whether the preview of its branch was published. The update itself is never affected. */
export function announceHandler(deps: AnnounceDeps): JobHandler {
  return {
    attemptsMax,
    run: (job) => announce(deps, job),
    giveUp: async (_tx, job, reason) =>
      deps.log.warn({ updateId: job.payload.updateId, reason }, "could not report the preview on the pull request"),
  };
}

async function announce(deps: AnnounceDeps, { payload, signal }: RunningJob): Promise<void> {
  const { query } = deps.database;
  const project = await findProjectById(query, String(payload.projectId));
  const update = await findUpdate(query, String(payload.updateId));
  if (project === undefined || update === undefined || !isEnded(update.status)) {
    return;
  }
  await withHost(deps, project, signal, (host) => reportPreview(deps, host, update, signal));
}

type HostDeps = Pick<AnnounceDeps, "log" | "chooseCodeHost" | "hasGithubApp">;

/** Reports something to a project's host, if the project may write there. A report that the host refuses is logged. */
export async function withHost(
  deps: HostDeps,
  project: Project,
  signal: AbortSignal,
  report: (host: CodeHost) => Promise<void>,
): Promise<void> {
  if (!canWrite(deps, project)) return;
  try {
    await report(await deps.chooseCodeHost(project, signal));
  } catch (error) {
    if (!(error instanceof CodeHostError)) {
      throw error;
    }
    if (isTransient(error)) {
      throw waitForHost(error);
    }
    deps.log.info({ error, projectId: project.id }, "could not report on the pull request");
  }
}

/** Remote hosts accept reports only with credentials. */
function canWrite({ hasGithubApp }: HostDeps, { hostedRepository, repositoryToken }: Project): boolean {
  return hostedRepository !== null || repositoryToken !== null || hasGithubApp;
}

async function reportPreview(deps: AnnounceDeps, host: CodeHost, update: Update, signal: AbortSignal): Promise<void> {
  const opened = await host.findOpenPullRequest(update.branch, signal);
  if (opened === undefined || update.commit === null) {
    return;
  }
  const sha = update.builtSha ?? update.commit.sha;
  const status = statusOf(deps, update, sha);
  await host.setCommitStatus(status, signal);
  // On the built-in host, the dashboard already links to the preview.
  if (update.status === "success" && host.kind !== "built-in") {
    const body = `**Preview:** ${status.url}${problemsOf(update)}\n\nBuilt from ${sha}. It follows every push to this branch.`;
    await host.comment({ number: opened.number, key: "preview", body }, signal);
  }
}

function statusOf({ url, siteUrl }: AnnounceDeps, update: Update, commit: string): CommitStatus {
  return update.status === "success"
    ? { commit, context, state: "success", description: describeSuccess(update), url: siteUrl(update.subdomain) }
    : { commit, context, state: "failure", description: update.summary, url: `${url}/dashboard` };
}

function describeSuccess({ problems }: Update): string {
  if (problems?.missingPages) return `${updateState({ status: "success", problems })}.`;
  const number = problems === null ? 0 : problemsIn(problems);
  return number === 0 ? "The preview is published." : `Published with ${count(number, "problem")}.`;
}

function problemsOf({ problems }: Update): string {
  const number = problems === null ? 0 : problemsIn(problems);
  return problems === null || number === 0
    ? ""
    : `\n\n**${count(number, "problem")}:** ${describeProblemCounts(problems)}. The log of the update has the details.`;
}
