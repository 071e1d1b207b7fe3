import type { ProjectModel } from "./acknowledged.ts";
import type { ClientDeps } from "./calling.ts";
import { listAll, read } from "./reading.ts";

export async function checkUpdates(deps: ClientDeps): Promise<void> {
  const { setup, model } = deps;
  for (const project of model.projects) {
    const updates = await listAll<ListedUpdate>(deps, project, "updates", "");
    const known = new Map(updates.map((update) => [update._id, update]));
    for (const { id, what } of model.updates.filter((update) => update.project === project)) {
      const update = known.get(id);
      if (update === undefined) {
        setup.journal.broken("nothing acknowledged is lost", `the ${what} ${id} of ${project.domain} is gone`);
        continue;
      }
      const events = await read(deps, `/v1/project/update-status/${id}/events`);
      const moves = [...events.matchAll(/^data: \{"status":"(\w+)"/gm)].map(([, status]) => status);
      if (isOpen(update)) continue;
      // An update may report several times why it waits, but it ends exactly once. Its screenshots are reported
      // afterwards.
      const status = JSON.parse(await read(deps, `/v1/project/update-status/${id}`));
      const end = status.screenshot === undefined ? "success|failure" : "success(,success)?";
      if (!new RegExp(`^queued,((queued|in_progress),)*(${end})$`).test(moves.join())) {
        setup.journal.broken("nothing is done twice", `the ${what} ${id} of ${project.domain} was ${moves.join()}`);
      }
    }
    const asked = new Set(model.updates.filter((update) => update.project === project).map(({ id }) => id));
    if (asked.size < model.updates.filter((update) => update.project === project).length) {
      setup.journal.broken("nothing is done twice", `two requests for ${project.domain} got the same update`);
    }
    const hasBroken = [...project.branches.values()].some(({ broken }) => broken.size > 0);
    for (const { _id, status, summary, subdomain, screenshot } of updates) {
      setup.journal.count(`updates ${status}`);
      if (screenshot !== undefined) setup.journal.count("updates with screenshots");
      const isAuthors = hasBroken && summary.includes("docs.json");
      // A merge removes the branch of the pull request, and its preview with it.
      const isCanceled = subdomain !== project.domain && summary.includes("canceled");
      if (status === "failure" && !isAuthors && !isCanceled) {
        setup.journal.broken("no update or job fails because of a fault", `${project.domain} ${_id}: ${summary}`);
      }
    }
  }
}

interface ListedUpdate {
  _id: string;
  status: string;
  summary: string;
  subdomain: string;
  screenshot?: string;
}

/** Left over at the end, which is reported as such. */
function isOpen({ status }: { status: string }): boolean {
  return ["queued", "in_progress", "active"].includes(status);
}

export async function checkJobs(deps: ClientDeps): Promise<void> {
  const { setup, model } = deps;
  for (const project of model.projects) {
    const jobs = await listAll<{ id: string; prompt: string; status: string; prLink: string | null }>(
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
    const pullRequests = await listAll<{ head: string; title: string }>(deps, project, "pullRequests", "");
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
      if (!isOpen(job)) await checkJob(deps, project, job);
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
  // A job may only fail because of a commit that can't be built, and then its events say so.
  if ((job.status !== "completed" || job.prLink === null) && !events.includes("docs.json")) {
    const text = `the job ${job.id} of ${project.domain} is ${job.status}, with the pull request ${job.prLink}`;
    journal.broken("no update or job fails because of a fault", `${text}\n${events.slice(-600)}`);
  }
}
