import { findCommit } from "../../git/branches.ts";
import { AppError } from "../../platform/errors.ts";
import { checkedComment, commentPullRequest } from "../comment-pull-request.ts";
import { changeComment, listComments, listStatuses, putStatus, type StoredStatus } from "../comment-store.ts";
import { editPullRequest } from "../edit-pull-request.ts";
import { boundedBy, hostedRepository } from "../hosted-repository.ts";
import { findTip } from "../see-branches.ts";
import { seePullRequest } from "../see-pull-request.ts";
import { createBranch, deleteBranch, getBranch } from "./branches.ts";
import { type GithubAnswer, type GithubApiDeps, type GithubCall, type GithubRoute, getPull } from "./github-route.ts";
import {
  combinedState,
  commentPlace,
  presentComment,
  presentPull,
  presentRef,
  presentRepository,
  presentStatus,
} from "./present.ts";
import { Comment, Labels, NewRef, Status } from "./schemas.ts";

const branchPrefix = "refs/heads/";
const statusContextDefault = "default";

/** What stands around pull requests: the repository, comments, labels, statuses and branches. */
export const otherRoutes: readonly GithubRoute[] = [
  { method: "GET", path: "", scope: "read", answer: showRepository },
  { method: "GET", path: "/issues/:number/comments", scope: "read", answer: listCommentsOf },
  { method: "POST", path: "/issues/:number/comments", scope: "write", body: Comment, answer: addComment },
  { method: "PATCH", path: "/issues/comments/:id", scope: "write", body: Comment, answer: editComment },
  { method: "POST", path: "/issues/:number/labels", scope: "write", body: Labels, answer: addLabels },
  { method: "POST", path: "/statuses/:sha", scope: "write", body: Status, answer: addStatus },
  { method: "GET", path: "/commits/:ref/status", scope: "read", answer: showStatus },
  { method: "GET", path: "/commits/:ref/statuses", scope: "read", answer: listStatusesOf },
  { method: "GET", path: "/git/ref/*", scope: "read", answer: showBranch },
  { method: "POST", path: "/git/refs", scope: "write", body: NewRef, deed: "createBranch", answer: addBranch },
  { method: "DELETE", path: "/git/refs/*", scope: "write", deed: "deleteBranch", answer: removeBranch },
];

async function showRepository({ url }: GithubApiDeps, { project, canWrite }: GithubCall): Promise<GithubAnswer> {
  return { status: 200, json: presentRepository(url, project, canWrite) };
}

async function listCommentsOf(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { id, number } = await getPull(deps, call);
  const comments = await listComments(deps.database.query, id);
  return { status: 200, json: comments.map((comment) => presentComment(number, comment)) };
}

async function addComment(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { number } = await getPull(deps, call);
  const { body } = call.body as Comment;
  const comment = await commentPullRequest(deps, call.project, { number, body, author: call.by });
  return { status: 201, json: presentComment(number, comment) };
}

async function editComment(deps: GithubApiDeps, { project, params, body }: GithubCall): Promise<GithubAnswer> {
  const { pullNumber, number } = commentPlace(/^\d{1,12}$/.test(params.id ?? "") ? Number(params.id) : 0);
  const { id } = await seePullRequest(deps, project, pullNumber);
  const text = checkedComment((body as Comment).body);
  const change = { number, body: text, now: deps.clock.now() };
  const changed = await changeComment(deps.database.query, id, change);
  if (changed === undefined) {
    throw new AppError("not_found", "There is no such comment.");
  }
  return { status: 200, json: presentComment(pullNumber, changed) };
}

async function addLabels(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const pullRequest = await getPull(deps, call);
  const labels = [...pullRequest.labels, ...(call.body as Labels).labels];
  const edited = await editPullRequest(deps, call.project, pullRequest, { labels, by: call.by });
  return { status: 200, json: presentPull(deps.url, call.project, edited).labels };
}

async function addStatus(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const commit = await getCommit(deps, call, call.params.sha ?? "");
  const { state, description, target_url, context = statusContextDefault } = call.body as Status;
  const status = { commit, state, context, description: description ?? "", url: checkedAddress(target_url ?? "") };
  const now = deps.clock.now();
  await putStatus(deps.database.query, call.project.id, status, now);
  return { status: 201, json: presentStatus({ ...status, updatedAt: now }) };
}

async function showStatus(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { sha, statuses } = await statusesOf(deps, call);
  const state = combinedState(statuses);
  return {
    status: 200,
    json: { sha, state, total_count: statuses.length, statuses: statuses.map(presentStatus) },
  };
}

async function listStatusesOf(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { statuses } = await statusesOf(deps, call);
  return { status: 200, json: statuses.map(presentStatus) };
}

async function statusesOf(deps: GithubApiDeps, call: GithubCall): Promise<{ sha: string; statuses: StoredStatus[] }> {
  const sha = await getCommit(deps, call, call.params.ref ?? "");
  return { sha, statuses: await listStatuses(deps.database.query, call.project.id, sha) };
}

async function showBranch(deps: GithubApiDeps, { project, params }: GithubCall): Promise<GithubAnswer> {
  const branch = branchOf(`refs/${params["*"] ?? ""}`);
  return { status: 200, json: presentRef(deps.url, project, branch, await getBranch(deps, project, branch)) };
}

async function addBranch(deps: GithubApiDeps, { project, body }: GithubCall): Promise<GithubAnswer> {
  const { ref, sha } = body as NewRef;
  const branch = branchOf(ref);
  await createBranch(deps, project, branch, sha);
  await deps.onPush({ repository: project.hostedRepository ?? "", branch, sha });
  return { status: 201, json: presentRef(deps.url, project, branch, sha) };
}

async function removeBranch(deps: GithubApiDeps, { project, params }: GithubCall): Promise<GithubAnswer> {
  const branch = branchOf(`refs/${params["*"] ?? ""}`);
  await deleteBranch(deps, project, branch);
  await deps.onPush({ repository: project.hostedRepository ?? "", branch, sha: undefined });
  return { status: 204 };
}

function branchOf(ref: string): string {
  if (!ref.startsWith(branchPrefix)) {
    throw new AppError("bad_request", `Only branches can be read, made and deleted here: ${branchPrefix} and a name.`);
  }
  return ref.slice(branchPrefix.length);
}

/** The commit that an id or the name of a branch stands for. */
async function getCommit(deps: GithubApiDeps, { project, signal }: GithubCall, name: string): Promise<string> {
  const repository = hostedRepository(deps, project);
  const use = boundedBy(signal);
  const sha = /^[0-9a-f]{40}$/.test(name)
    ? await findCommit(repository, name, use)
    : await findTip(repository, name, use);
  if (sha === undefined) {
    throw new AppError("not_found", "There is no such commit or branch.");
  }
  return sha;
}

// It becomes a link in our pages.
function checkedAddress(text: string): string {
  if (text !== "" && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) {
    throw new AppError("bad_request", "The target of a status is an http or https address.");
  }
  return text;
}
