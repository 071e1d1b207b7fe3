import Type from "typebox";
import { id, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";
import {
  BranchList,
  Comparison,
  ComparisonQuery,
  RenderedPages,
  RenderedPagesQuery,
  RenderedQuery,
} from "./pull-request-branch-schemas.ts";
import { ChangedFile, PatchQuery, PullRequest, ViewedFile } from "./pull-request-schemas.ts";

const inProject = Type.Object({ projectId });
const inPullRequest = Type.Object({ projectId, number: id("The number of the pull request in its project.") });
const path = "/v1/dashboard/project/{projectId}/pull-requests/{number}";

/** The author's markup is shown without its scripts, without an origin, and only inside the dashboard. */
const renderedHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** What the pages of pull requests in the dashboard read piece by piece. */
export const pullRequestPageOperations = {
  readPullRequest: {
    method: "GET",
    path,
    summary: "Read a pull request without its patches",
    about:
      "Like getting a pull request, but the patches of its files are read one by one, so that a large one is fast.",
    key: "session",
    role: "viewer",
    params: inPullRequest,
    reply: { status: 200, schema: PullRequest },
  },
  readPatch: {
    method: "GET",
    path: `${path}/patch`,
    summary: "Read the patch of a file",
    about: "Returns one file that a pull request changes, with its patch.",
    key: "session",
    role: "viewer",
    params: inPullRequest,
    query: PatchQuery,
    reply: { status: 200, schema: ChangedFile },
  },
  markFileViewed: {
    method: "POST",
    path: `${path}/viewed`,
    summary: "Mark a file as viewed",
    about: "Remembers for you alone that you have viewed this version of a file.",
    key: "session",
    role: "viewer",
    params: inPullRequest,
    body: ViewedFile,
    reply: { status: 204 },
  },
  listRenderedPages: {
    method: "GET",
    path: `${path}/pages`,
    summary: "List changed pages",
    about: "Compares the branch preview of a pull request with the published site.",
    key: "session",
    role: "viewer",
    params: inPullRequest,
    query: RenderedPagesQuery,
    reply: { status: 200, schema: RenderedPages },
  },
  readRenderedPage: {
    method: "GET",
    path: `${path}/rendered`,
    summary: "Read a rendered page",
    about:
      "Returns the article of a changed page as an HTML document with the changed blocks marked. It runs no scripts.",
    key: "session",
    role: "viewer",
    params: inPullRequest,
    query: RenderedQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: renderedHeaders },
  },
  listBranches: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/branches",
    summary: "List branches",
    about: "Lists the branches of a repository on the built-in git host.",
    key: "session",
    role: "viewer",
    params: inProject,
    reply: { status: 200, schema: BranchList },
  },
  compareBranches: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/compare",
    summary: "Compare branches",
    about: "Returns what a pull request for a branch would contain.",
    key: "session",
    role: "viewer",
    params: inProject,
    query: ComparisonQuery,
    reply: { status: 200, schema: Comparison },
  },
} as const satisfies Record<string, Operation>;
