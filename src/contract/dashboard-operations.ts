import Type, { type Static } from "typebox";
import { accessOperations, BranchRules, BranchRulesChange } from "./access-operations.ts";
import { auditOperations } from "./audit-operations.ts";
import { get, organization, post, project } from "./define-operation.ts";
import { ModelHealth, ModelTestResult, ProjectModelChange, projectModel } from "./model-schemas.ts";
import { notificationOperations } from "./notification-operations.ts";
import type { Limit, Operation } from "./operation.ts";
import { outgoingWebhookOperations } from "./outgoing-webhook-operations.ts";
import { peopleOperations } from "./people-operations.ts";
import { pullRequestPageOperations } from "./pull-request-page-operations.ts";
import { readerOperations } from "./reader-operations.ts";
import {
  dateTime,
  id,
  Nullable,
  NullableObject,
  NullableWords,
  name,
  roleWord,
  UpdateSummary,
  Words,
} from "./schemas.ts";
import { searchOperations } from "./search-operations.ts";
import { serverOperations } from "./server-operations.ts";
import { signInOperations } from "./sign-in-operations.ts";

/** Projects, keys and previews as the dashboard sees them. */

const branch = Type.String({ minLength: 1, maxLength: 250 });
const directory = Type.String({ maxLength: 500 });
const repository = Type.String({ minLength: 1, maxLength: 2_000 });
const repositoryToken = Type.String({ maxLength: 1_000 });
const domainIdentifier = Type.String({ minLength: 1, maxLength: 63 });

const Published = Type.Object({
  statusId: id(),
  at: dateTime(),
  screenshotLight: Nullable(Type.String()),
  screenshotDark: Nullable(Type.String()),
});

const projectFields = {
  id: id(),
  organizationId: id(),
  name: Type.String(),
  domain: Type.String(),
  siteUrl: Type.String(),
  repository: Type.String(),
  branch,
  directory,
  isHosted: Type.Boolean(),
  createdAt: dateTime(),
  role: roleWord,
  latestUpdate: NullableObject(UpdateSummary),
  published: NullableObject(Published),
};
const whichBudget = {
  of: Words(["answers", "jobs"]),
  unit: Words(["tokens", "money"]),
};
const Budget = Type.Object({
  ...whichBudget,
  perDay: Type.Number(),
  installed: Type.Number(),
  isOwn: Type.Boolean(),
  used: Type.Number(),
  /** When the period ends. `null` if nothing has been used. */
  resetsAt: Nullable(dateTime()),
});
const DnsRecord = Type.Object({ name: Type.String(), value: Type.String() });
const CustomDomain = Type.Object({
  domain: Type.String(),
  /** `failing` is verified, but its record was missing in the last checks; `lapsed` is no longer served. */
  state: Words(["pending", "verified", "failing", "lapsed"]),
  /**
   * Why the last check found no proof. `unreachable`: DNS did not answer. `txt_needed`: only a TXT record is accepted.
   */
  problem: NullableWords(["missing", "different", "txt_needed", "unreachable", "taken", "reserved"]),
  isTrusted: Type.Boolean(),
  isServed: Type.Boolean(),
  checkedAt: Nullable(dateTime()),
  /** Time of the next check. `null` if none is planned. */
  nextCheckAt: Nullable(dateTime()),
  records: Type.Object({ txt: DnsRecord, cname: DnsRecord }),
});
export type CustomDomain = Static<typeof CustomDomain>;
const ProjectOverview = Type.Object(projectFields);
export type ProjectOverview = Static<typeof ProjectOverview>;
/** Another repository whose pages are part of the site, or a branch or tag of its own one. */
const ProjectSourceFields = Type.Object({
  /** The folder of the site, such as `sdk`. */
  path: Type.String({ minLength: 1, maxLength: 110 }),
  /** `null` for the project's own repository. */
  repository: Type.Optional(Nullable(repository)),
  /** Either a branch or a tag. */
  branch: Type.Optional(Nullable(branch)),
  tag: Type.Optional(Nullable(branch)),
  directory: Type.Optional(directory),
});
export const DashboardProject = Type.Object({
  ...projectFields,
  customDomains: Type.Array(Type.String()),
  domains: Type.Array(CustomDomain),
  isStrict: Type.Boolean(),
  failOnErrors: Type.Boolean(),
  /** The path that the site's addresses start with, such as `/docs`. Empty at the root of its host. */
  basePath: Type.String(),
  authorCode: Type.Object({ isOn: Type.Boolean(), isAllowed: Type.Boolean() }),
  hasRepositoryToken: Type.Boolean(),
  model: Type.Object({
    /** The project's own model, or `none`. `null` to use the server's model. */
    own: Nullable(Type.String()),
    /** The server's model. `null` if none is configured. */
    installed: Nullable(Type.String()),
    url: Nullable(Type.String()),
    hasKey: Type.Boolean(),
    health: ModelHealth,
  }),
  budgets: Type.Array(Budget),
  agentPaths: Type.Array(Type.String()),
  /** Whether a person approves the plan of a language model before it changes files. */
  agentPlansFirst: Type.Boolean(),
  hasSlack: Type.Boolean(),
  /** The code repositories that the agent may read. */
  contextRepositories: Type.Array(
    Type.Object({
      repository: Type.String(),
      branch: Type.String(),
      folders: Type.Array(Type.String()),
      hasToken: Type.Boolean(),
    }),
  ),
  branchRules: BranchRules,
  sources: Type.Array(ProjectSourceFields),
  forgotten: Type.Optional(Type.Array(Type.Union([Type.Literal("repositoryToken"), Type.Literal("webhookSecret")]))),
});
export type DashboardProject = Static<typeof DashboardProject>;

const NewDashboardProject = Type.Object({
  name: name(100),
  domain: domainIdentifier,
  repository: Type.Optional(repository),
  branch: Type.Optional(branch),
  directory: Type.Optional(directory),
  repositoryToken: Type.Optional(repositoryToken),
});
const CreatedProject = Type.Object({ project: DashboardProject, statusId: id() });
const ProjectArchive = Type.Object({
  name: name(100),
  domain: domainIdentifier,
  directory: Type.Optional(directory),
});

/** Omitted fields stay unchanged. */
const ProjectSettings = Type.Partial(
  Type.Object({
    name: name(100),
    repository,
    branch,
    directory,
    /** A new token. `null` deletes the stored one. */
    repositoryToken: Nullable(repositoryToken),
    isStrict: Type.Boolean(),
    failOnErrors: Type.Boolean(),
    /** The path below which a proxy shows the site, such as `/docs`. Empty for the root of its host. */
    basePath: Type.String({ maxLength: 130 }),
    withAuthorCode: Type.Boolean(),
    ...projectModel,
    customDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 20 }),
    budgets: Type.Array(
      Type.Object({
        ...whichBudget,
        /** The limit. `null` to use the server's maximum. */
        perDay: Type.Unsafe<number | null>({ type: ["number", "null"], minimum: 0 }),
      }),
      { maxItems: 4 },
    ),
    agentPlansFirst: Type.Boolean(),
    /** The secrets of the Slack app that talks with the agent. `null` deletes them. */
    slack: Type.Union([
      Type.Object({
        signingSecret: Type.String({ minLength: 1, maxLength: 200 }),
        botToken: Type.String({ minLength: 1, maxLength: 500, pattern: "^xoxb-" }),
      }),
      Type.Null(),
    ]),
    /** Replaces the list of code repositories that the agent may read. */
    contextRepositories: Type.Array(
      Type.Object({
        repository,
        branch: Type.Optional(branch),
        folders: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 })),
        /** A read-only token. Omit it to keep the stored one of this repository; `null` deletes it. */
        token: Type.Optional(Nullable(repositoryToken)),
      }),
      { maxItems: 5 },
    ),
    agentPaths: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50 }),
    branchRules: BranchRulesChange,
    sources: Type.Array(ProjectSourceFields, { maxItems: 10 }),
  }),
);

const WebhookSettings = Type.Object({
  githubUrl: Type.String(),
  gitlabUrl: Type.String(),
  /** The secret that signs webhooks. `null` if none has been created. */
  secret: Nullable(Type.String()),
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      event: Type.String(),
      statusId: Nullable(Type.String()),
      /** Why the webhook was rejected or ignored. `null` if it was accepted. */
      problem: Nullable(Type.String()),
      at: dateTime(),
    }),
  ),
});

const keyKind = Words(["admin", "assistant"]);
const scopeList = Type.Array(Words(["read", "write"]), { maxItems: 2 });
const textList = Type.Array(Type.String({ minLength: 1, maxLength: 300, pattern: "^\\S+$" }), { maxItems: 50 });
const DashboardKey = Type.Object({
  id: id(),
  kind: keyKind,
  name: Type.String(),
  hint: Type.String(),
  scopes: Type.Array(Type.String()),
  allowedAddresses: Type.Array(Type.String()),
  allowedOrigins: Type.Array(Type.String()),
  createdAt: dateTime(),
  /** Last use, to the minute. `null` if never used. */
  lastUsedAt: Nullable(dateTime()),
  /** Expiration time. `null` if the key never expires. */
  expiresAt: Nullable(dateTime()),
  /** Time of revocation. `null` if the key isn't revoked. */
  revokedAt: Nullable(dateTime()),
});
export type DashboardKey = Static<typeof DashboardKey>;
const NewDashboardKey = Type.Object({
  kind: keyKind,
  name: name(100),
  expiresInDays: Type.Optional(Type.Unsafe<7 | 30 | 60 | 90>({ type: "integer", enum: [7, 30, 60, 90] })),
  scopes: Type.Optional(scopeList),
  allowedAddresses: Type.Optional(textList),
  allowedOrigins: Type.Optional(textList),
});

const PreviewList = Type.Object({
  previews: Type.Array(
    Type.Object({
      branch: Type.String(),
      subdomain: Type.String(),
      url: Type.String(),
      statusId: id(),
      publishedAt: dateTime(),
    }),
  ),
});

export const ChangeEvent = Type.Object({
  /** The kind of data that changed; clients read it again. `audit` is a new entry in the audit log. */
  kind: Words(["update", "job", "pull", "draft", "project", "organization", "key", "webhook", "audit", "notification"]),
  /** The ID of the project; `null` for changes to the organization. */
  projectId: Nullable(id()),
  id: id(),
});
const ReadyEvent = Type.Object({ isComplete: Type.Boolean() });

const uploads: readonly Limit[] = [{ name: "imports", by: "organization", max: 20, windowSeconds: 3_600 }];
const modelTests: readonly Limit[] = [{ name: "model-tests", by: "organization", max: 30, windowSeconds: 600 }];
const domainChecks: readonly Limit[] = [{ name: "domain-checks", by: "organization", max: 60, windowSeconds: 600 }];

/**
 * The dashboard's operations beyond the public ones. All of them are for people who have signed in or are about to.
 * Operations that change data also need the header `X-Lectern-Dashboard: 1` and must come from the dashboard's own
 * origin.
 */
export const dashboardOperations = {
  ...peopleOperations,
  ...accessOperations,
  ...searchOperations,
  ...pullRequestPageOperations,
  ...auditOperations,
  ...notificationOperations,
  ...outgoingWebhookOperations,
  ...serverOperations,
  ...signInOperations,
  ...readerOperations,
  listProjects: get("viewer", `${organization}/projects`, {
    reply: Type.Object({ projects: Type.Array(ProjectOverview), hasWorker: Type.Boolean() }),
  }),
  streamChanges: get("viewer", `${organization}/events`, {
    reply: { status: 200, contentType: "text/event-stream", events: { ready: ReadyEvent, change: ChangeEvent } },
  }),
  createProject: post("admin", `${organization}/projects`, {
    body: NewDashboardProject,
    created: CreatedProject,
    limits: uploads,
  }),
  getProject: get("viewer", project, { reply: DashboardProject }),
  changeProject: post("admin", project, { body: ProjectSettings, reply: DashboardProject }),
  testProjectModel: post("admin", `${project}/model/test`, {
    body: ProjectModelChange,
    reply: ModelTestResult,
    limits: modelTests,
  }),
  checkAddress: post("admin", `${project}/check-address`, {
    reply: Type.Object({
      /** The public address of a site below a path. `null` if there is none. */
      address: Nullable(Type.String()),
      /** Why the address doesn't work, and what to do. `null` if it works. */
      problem: Nullable(Type.String()),
    }),
    limits: domainChecks,
  }),
  checkDomain: post("admin", `${project}/check-domain`, {
    body: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }),
    reply: DashboardProject,
    limits: domainChecks,
  }),
  deleteProject: post("admin", `${project}/delete`, { body: Type.Object({ domain: Type.String({ maxLength: 63 }) }) }),
  getWebhook: get("admin", `${project}/webhook`, { reply: WebhookSettings }),
  rotateWebhookSecret: post("admin", `${project}/webhook/rotate`, { reply: WebhookSettings }),
  listKeys: get("admin", `${project}/keys`, { reply: Type.Object({ keys: Type.Array(DashboardKey) }) }),
  createKey: post("admin", `${project}/keys`, {
    body: NewDashboardKey,
    created: Type.Object({ key: DashboardKey, secret: Type.String() }),
  }),
  revokeKey: post("admin", `${project}/key/{keyId}/revoke`),
  cancelUpdate: post("editor", "/update/{statusId}/cancel"),
  readUpdateSource: get("viewer", "/update/{statusId}/source", {
    query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 1_000 }) }),
    reply: Type.Object({ path: Type.String(), text: Type.String() }),
  }),
  listPreviews: get("viewer", `${project}/previews`, { reply: PreviewList }),
  removePreview: post("editor", `${project}/previews/remove`, { body: Type.Object({ branch }) }),
} as const satisfies Record<string, Operation>;

/** Takes an archive as the raw body, so it has a route but no client method. */
export const uploadOperations = {
  importProject: post("admin", `${organization}/import`, {
    query: ProjectArchive,
    upload: ["application/zip", "application/gzip", "application/x-tar"],
    created: CreatedProject,
    limits: uploads,
  }),
} as const satisfies Record<string, Operation>;

export type DashboardOperations = typeof dashboardOperations;
