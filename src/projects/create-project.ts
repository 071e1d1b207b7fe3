import { findOrganization } from "../accounts/store.ts";
import { isBranchName } from "../git/branch-name.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { defaultBranchRules } from "./branch-rules.ts";
import { insertProject, type Project, type ProjectChanges } from "./store.ts";

const nameMaxLength = 100;
const repositoryMaxLength = 2_000;
const pathMaxLength = 500;
const domainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that readers or programs take for the server itself. Only checked for new projects. */
const reservedDomains = new Set(
  "admin api app auth autoconfig autodiscover dashboard ftp git imap isatap localhost login mail mx pop smtp sso webmail wpad www".split(
    " ",
  ),
);
// The characters that git allows in a branch name, without those that a shell or a URL could misinterpret.
const branchPattern = /^(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[A-Za-z0-9_][\w./+-]{0,249}(?<![./])$/;

export interface NewProject
  extends Pick<Project, "organizationId" | "name" | "domain" | "repository">,
    Pick<ProjectChanges, "branch" | "directory" | "repositoryToken" | "webhookSecret" | "isStrict"> {
  /** Defaults to a new ID. */
  id?: string | undefined;
  hostedRepository?: string | null | undefined;
}

export async function createProject({ clock }: { clock: Clock }, connection: Connection, request: NewProject) {
  const project: Project = {
    id: request.id ?? newId("prj", clock),
    organizationId: request.organizationId,
    name: checkedName(request.name),
    domain: checkedDomain(request.domain),
    repository: checkedRepository(request.repository),
    branch: checkedBranch(request.branch ?? "main"),
    directory: checkedDirectory(request.directory ?? ""),
    hostedRepository: request.hostedRepository ?? null,
    repositoryToken: request.repositoryToken ?? null,
    webhookSecret: request.webhookSecret ?? null,
    isStrict: request.isStrict ?? false,
    failOnErrors: false,
    basePath: "",
    withAuthorCode: true,
    model: { name: null, url: null, key: null },
    agentPaths: [],
    sources: [],
    agentPlansFirst: false,
    contextRepositories: [],
    slack: null,
    budgets: {},
    branchRules: defaultBranchRules,
    createdAt: clock.now(),
  };
  if ((await findOrganization(connection, request.organizationId)) === undefined) {
    throw new AppError("not_found", `Organization not found: ${request.organizationId}.`);
  }
  if (!(await insertProject(connection, project))) {
    throw new AppError("conflict", `The subdomain "${project.domain}" is taken; choose another.`);
  }
  return project;
}

export function checkedBranch(branch: string): string {
  if (!branchPattern.test(branch) || !isBranchName(branch)) {
    throw new AppError(
      "bad_request",
      `${JSON.stringify(branch)} isn't a valid branch name; use one such as main or release/2.`,
    );
  }
  return branch;
}

export function checkedName(name: string): string {
  if (name.trim() === "" || name.length > nameMaxLength) {
    throw new AppError("bad_request", `A project's name must have 1 to ${nameMaxLength} characters.`);
  }
  return name.trim();
}

// Two hyphens in a row are reserved for previews, whose address is {branch}--{domain}.
function checkedDomain(domain: string): string {
  if (reservedDomains.has(domain)) {
    throw new AppError("bad_request", `The subdomain "${domain}" is reserved; choose another.`);
  }
  if (!domainPattern.test(domain) || domain.includes("--")) {
    throw new AppError(
      "bad_request",
      `"${domain}" isn't a valid subdomain; use up to 63 lowercase letters, digits and single hyphens, such as acme-docs.`,
    );
  }
  return domain;
}

export function checkedRepository(repository: string): string {
  const url = repository.length <= repositoryMaxLength && URL.canParse(repository) ? new URL(repository) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AppError(
      "bad_request",
      "The repository must be an HTTP or HTTPS URL, such as https://github.com/acme/docs.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new AppError(
      "bad_request",
      "The repository URL must not contain a username or password; set a token instead.",
    );
  }
  return url.href;
}

export function checkedDirectory(directory: string): string {
  const segments = directory.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (directory.length > pathMaxLength || segments.includes("..") || /[\0\\]/.test(directory)) {
    throw new AppError(
      "bad_request",
      `"${directory}" isn't a folder in the repository; use a path such as docs or packages/docs.`,
    );
  }
  return segments.join("/");
}
