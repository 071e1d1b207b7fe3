import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import { findUpdate } from "../updates/store.ts";
import { isEnded, type Update } from "../updates/update.ts";
import type { ChooseCodeHost, CodeHost, CommitStatus } from "./code-host.ts";
import { CodeHostError, mayPass } from "./code-host-error.ts";

export interface AnnounceDeps {
  database: Database;
  log: Log;
  chooseCodeHost: ChooseCodeHost;
  /** Whether it may speak for projects that have no token of their own. */
  hasGithubApp: boolean;
  /** The public address of this server. */
  url: string;
  siteUrl(subdomain: string): string;
}

const attemptsMax = 3;
const context = "lectern/preview";

/** Tells a pull request how the preview of its branch ended. It changes nothing of the update. */
export function announceHandler(deps: AnnounceDeps): JobHandler {
  return {
    attemptsMax,
    run: (job) => announce(deps, job),
    giveUp: async (_tx, job, reason) =>
      deps.log.warn({ updateId: job.payload.updateId, reason }, "a pull request was not told of its preview"),
  };
}

async function announce(deps: AnnounceDeps, { payload, signal }: RunningJob): Promise<void> {
  const { query } = deps.database;
  const project = await findProjectById(query, String(payload.projectId));
  const update = await findUpdate(query, String(payload.updateId));
  if (project === undefined || update === undefined || !isEnded(update.status) || !mayWrite(deps, project)) {
    return;
  }
  try {
    await tell(deps, await deps.chooseCodeHost(project, signal), update, signal);
  } catch (error) {
    if (!(error instanceof CodeHostError) || mayPass(error)) {
      throw error;
    }
    deps.log.info({ error, updateId: update.id }, "a pull request was not told of its preview");
  }
}

/** Without a token there is nobody to speak as, and nothing to ask the host. */
function mayWrite({ hasGithubApp }: AnnounceDeps, { hostedRepository, repositoryToken }: Project): boolean {
  return hostedRepository !== null || repositoryToken !== null || hasGithubApp;
}

async function tell(deps: AnnounceDeps, host: CodeHost, update: Update, signal: AbortSignal): Promise<void> {
  const opened = await host.findOpenPullRequest(update.branch, signal);
  if (opened === undefined || update.commit === null) {
    return;
  }
  const status = statusOf(deps, update, update.commit.sha);
  await host.setCommitStatus(status, signal);
  // The page of the built-in host shows the preview by itself.
  if (update.status === "success" && host.kind !== "built-in") {
    const body = `**Preview:** ${status.url}\n\nBuilt from ${update.commit.sha}. It follows every push to this branch.`;
    await host.comment({ number: opened.number, key: "preview", body }, signal);
  }
}

function statusOf({ url, siteUrl }: AnnounceDeps, update: Update, commit: string): CommitStatus {
  return update.status === "success"
    ? { commit, context, state: "success", description: "The preview is published.", url: siteUrl(update.subdomain) }
    : { commit, context, state: "failure", description: update.summary, url: `${url}/dashboard` };
}
