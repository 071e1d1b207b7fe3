import { AppError } from "../../platform/errors.ts";
import { describePullRequest } from "../describe-pull-request.ts";
import { editPullRequest } from "../edit-pull-request.ts";
import { mergePullRequest } from "../merge-pull-request.ts";
import { openPullRequest } from "../open-pull-request.ts";
import type { PullRequest, PullRequestStatus } from "../pull-request.ts";
import { listNumberedPage } from "../store.ts";
import { type GithubAnswer, type GithubApiDeps, type GithubCall, type GithubRoute, getPull } from "./github-route.ts";
import { type Page, pageLinks, pageOf } from "./page.ts";
import { ownerName, presentCommit, presentFile, presentPull, presentPullDetails } from "./present.ts";
import { type ListQuery, Merge, NewPull, PullEdit } from "./schemas.ts";

const ended: readonly PullRequestStatus[] = ["closed", "merged"];

/** `/repos/{owner}/{repo}/pulls` and below. */
export const pullRoutes: readonly GithubRoute[] = [
  { method: "GET", path: "/pulls", scope: "read", answer: list },
  { method: "POST", path: "/pulls", scope: "write", body: NewPull, deed: "openPullRequest", answer: create },
  {
    method: "GET",
    path: "/pulls/:number",
    scope: "read",
    answer: async (deps, call) => show(deps, call, await getPull(deps, call)),
  },
  { method: "PATCH", path: "/pulls/:number", scope: "write", body: PullEdit, deed: "editPullRequest", answer: edit },
  { method: "GET", path: "/pulls/:number/files", scope: "read", answer: listFiles },
  { method: "GET", path: "/pulls/:number/commits", scope: "read", answer: listCommitsOf },
  { method: "PUT", path: "/pulls/:number/merge", scope: "write", body: Merge, deed: "mergePullRequest", answer: merge },
  { method: "GET", path: "/pulls/:number/merge", scope: "read", answer: isMerged },
];

async function list({ database, url }: GithubApiDeps, { project, query, address }: GithubCall): Promise<GithubAnswer> {
  const page = pageOf(query);
  const found = await listNumberedPage(database.query, project.id, {
    statuses: statusesOf(query),
    head: query.head === undefined ? undefined : branchOf(query.head),
    base: query.base,
    isOldestFirst: query.direction === "asc",
    limit: page.limit + 1,
    offset: page.offset,
  });
  return {
    status: 200,
    json: found.slice(0, page.limit).map((pullRequest) => presentPull(url, project, pullRequest)),
    link: pageLinks(address, page, found.length > page.limit),
  };
}

async function create(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { head, base, title, body, draft } = call.body as NewPull;
  const { project, by: author, signal } = call;
  const request = { head: branchOf(head), base, title, body: body ?? "", draft, author };
  const opened = await openPullRequest(deps, project, request, signal);
  return { ...(await show(deps, call, opened)), status: 201 };
}

async function edit(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { title, body, state, draft } = call.body as PullEdit;
  const pullRequest = await getPull(deps, call);
  const change = {
    title,
    body: body ?? undefined,
    state,
    isDraft: draft,
    by: call.by,
    inTransaction: call.inTransaction,
  };
  return show(deps, call, await editPullRequest(deps, call.project, pullRequest, change));
}

async function show(deps: GithubApiDeps, call: GithubCall, pullRequest: PullRequest): Promise<GithubAnswer> {
  const { commits, diff, conflicts } = await describePullRequest(deps, call.project, pullRequest, call.signal);
  if (/application\/vnd\.github(?:\.v3)?\.diff/.test(call.accept)) {
    return {
      status: 200,
      text: diff.files.map(({ path, patch = "" }) => `--- a/${path}\n+++ b/${path}\n${patch}\n`).join(""),
    };
  }
  const details = presentPullDetails(pullRequest, { commits, files: diff.files, conflicts });
  return { status: 200, json: { ...presentPull(deps.url, call.project, pullRequest), ...details } };
}

async function listFiles(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { diff } = await describePullRequest(deps, call.project, await getPull(deps, call), call.signal);
  return onPage(call, diff.files, presentFile);
}

async function listCommitsOf(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { commits } = await describePullRequest(deps, call.project, await getPull(deps, call), call.signal);
  return onPage(call, commits, (commit) => presentCommit(deps.url, call.project, commit));
}

async function merge(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  const { commit_title, commit_message, sha, merge_method } = (call.body ?? {}) as Merge;
  const { by, inTransaction } = call;
  const { number } = await getPull(deps, call);
  const request = { number, method: merge_method, sha, title: commit_title, message: commit_message };
  const merged = await mergePullRequest(deps, call.project, { ...request, by, inTransaction }, call.signal);
  return { status: 200, json: { sha: merged.mergeSha, merged: true, message: "The pull request is merged." } };
}

async function isMerged(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer> {
  if ((await getPull(deps, call)).status !== "merged") {
    throw new AppError("not_found", "The pull request is not merged.");
  }
  return { status: 204 };
}

function onPage<Item>(
  { query, address }: GithubCall,
  items: readonly Item[],
  present: (item: Item) => unknown,
): GithubAnswer {
  const page: Page = pageOf(query);
  const end = page.offset + page.limit;
  const shown = items.slice(page.offset, end).map(present);
  return { status: 200, json: shown, link: pageLinks(address, page, items.length > end) };
}

function statusesOf({ state = "open" }: ListQuery): readonly PullRequestStatus[] {
  switch (state) {
    case "all":
      return ["open", ...ended];
    case "closed":
      return ended;
    default:
      return ["open"];
  }
}

/** Clients put the owner before the name of a branch. */
function branchOf(head: string): string {
  return head.startsWith(`${ownerName}:`) ? head.slice(ownerName.length + 1) : head;
}
