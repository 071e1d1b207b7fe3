import type { TObject } from "typebox";
import type { Scope } from "../../contract/operation.ts";
import { AppError } from "../../platform/errors.ts";
import type { Project } from "../../projects/store.ts";
import type { DescribeDeps } from "../describe-pull-request.ts";
import type { InTransaction } from "../end-pull-request.ts";
import type { PullRequest } from "../pull-request.ts";
import { seePullRequest } from "../see-pull-request.ts";
import type { ListQuery } from "./schemas.ts";

export interface GithubApiDeps extends DescribeDeps {
  /** The public address of this server. */
  url: string;
  /** What a push that moved a branch sets off. */
  onPush(push: { repository: string; branch: string; sha: string | undefined }): Promise<void>;
}

/** A request for one repository, let in and parsed. */
export interface GithubCall {
  project: Project;
  /** The name of the key. */
  by: string;
  canWrite: boolean;
  params: Readonly<Record<string, string>>;
  query: ListQuery;
  body: unknown;
  /** In full, for links from page to page. */
  address: URL;
  accept: string;
  signal: AbortSignal;
  /** Also writes the deed of the route to the audit log. */
  inTransaction: InTransaction;
}

export interface GithubAnswer {
  status: 200 | 201 | 204;
  json?: unknown;
  text?: string;
  link?: string | undefined;
}

export interface GithubRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the address of the repository. */
  path: string;
  scope: Scope;
  body?: TObject;
  /** What the audit log calls it; without it nothing is written there. */
  deed?: string;
  answer(deps: GithubApiDeps, call: GithubCall): Promise<GithubAnswer>;
}

export async function getPull(deps: GithubApiDeps, { project, params, signal }: GithubCall): Promise<PullRequest> {
  const { number = "" } = params;
  if (!/^[1-9]\d{0,9}$/.test(number)) {
    throw new AppError("not_found", "There is no such pull request in this project.");
  }
  return seePullRequest(deps, project, Number(number), signal);
}
