import { get, post } from "./dashboard-operation.ts";
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

const path = "/project/{projectId}/pull-requests/{number}";

/** The author's markup is shown without its scripts, without an origin, and only inside the dashboard. */
const renderedHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Data that the dashboard's pull request pages load separately. */
export const pullRequestPageOperations = {
  readPullRequest: get("viewer", path, { reply: PullRequest }),
  readPatch: get("viewer", `${path}/patch`, { query: PatchQuery, reply: ChangedFile }),
  markFileViewed: post("viewer", `${path}/viewed`, { body: ViewedFile }),
  listRenderedPages: get("viewer", `${path}/pages`, { query: RenderedPagesQuery, reply: RenderedPages }),
  readRenderedPage: get("viewer", `${path}/rendered`, {
    query: RenderedQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: renderedHeaders },
  }),
  listBranches: get("viewer", "/project/{projectId}/branches", { reply: BranchList }),
  compareBranches: get("viewer", "/project/{projectId}/compare", { query: ComparisonQuery, reply: Comparison }),
} as const satisfies Record<string, Operation>;
