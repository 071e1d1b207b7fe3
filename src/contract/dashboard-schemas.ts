import Type, { type Static } from "typebox";
import { BranchRules, BranchRulesChange } from "./access-schemas.ts";
import { ModelHealth, projectModel } from "./model-schemas.ts";
import { dateTime, id, Nullable, name, UpdateSummary, Words } from "./schemas.ts";

/** Projects, keys and previews as the dashboard sees them. */

const branch = Type.String({ minLength: 1, maxLength: 250, description: "The branch to publish." });
const directory = Type.String({ maxLength: 500, description: "The folder in the repository that contains the docs." });
const repository = Type.String({ minLength: 1, maxLength: 2_000, description: "An HTTP or HTTPS URL." });
const repositoryToken = Type.String({ maxLength: 1_000, description: "Access token for a private repository." });
const domainIdentifier = Type.String({
  minLength: 1,
  maxLength: 63,
  description: "The subdomain of the site: lower-case letters, digits and single hyphens.",
});

const Published = Type.Object({
  statusId: id("The update that published it."),
  at: dateTime("Time of the event."),
  screenshotLight: Nullable(Type.String({ description: "Screenshot of the site." })),
  screenshotDark: Nullable(Type.String({ description: "Screenshot of the site in dark mode." })),
});

const projectFields = {
  id: id("Project ID."),
  organizationId: id("ID of the organization."),
  name: Type.String(),
  domain: Type.String({ description: "The subdomain of the site." }),
  siteUrl: Type.String({ description: "URL of the site." }),
  repository: Type.String({ description: "URL of the repository." }),
  branch,
  directory,
  isHosted: Type.Boolean({ description: "Whether the repository is on the built-in git host." }),
  createdAt: dateTime("Creation time."),
  role: Words(["viewer", "editor", "admin"], "Your role in it."),
  latestUpdate: Type.Unsafe<UpdateSummary | null>({ anyOf: [UpdateSummary, { type: "null" }] }),
  published: Type.Unsafe<Static<typeof Published> | null>({ anyOf: [Published, { type: "null" }] }),
};
const whichBudget = {
  of: Words(["answers", "jobs"], "Answers of the assistant, or jobs of the agent."),
  unit: Words(["tokens", "money"], "Money is that of the prices which the operator has set."),
};
const Budget = Type.Object({
  ...whichBudget,
  perDay: Type.Number({ description: "The daily limit." }),
  installed: Type.Number({ description: "The server's maximum." }),
  isOwn: Type.Boolean({
    description: "Whether the project has its own limit. Otherwise the server's maximum applies.",
  }),
  used: Type.Number({ description: "Amount used in the current period." }),
  resetsAt: Nullable(dateTime("When the period ends. `null` if nothing has been used.")),
});
const domainProblems = ["missing", "different", "txt_needed", "unreachable", "taken", "reserved"] as const;
type DomainProblem = (typeof domainProblems)[number];
const DnsRecord = Type.Object({ name: Type.String(), value: Type.String() });
const CustomDomain = Type.Object({
  domain: Type.String(),
  state: Words(
    ["pending", "verified", "failing", "lapsed"],
    "`failing` is verified, but its record was missing in the last checks; `lapsed` is no longer served.",
  ),
  problem: Type.Unsafe<DomainProblem | null>({
    type: ["string", "null"],
    enum: [...domainProblems, null],
    description:
      "Why the last check found no proof. `unreachable`: DNS did not answer. `txt_needed`: only the TXT record counts.",
  }),
  isTrusted: Type.Boolean({
    description: "Whether the operator confirmed the domain, in which case it isn't checked.",
  }),
  isServed: Type.Boolean({ description: "Whether the site is served at this domain." }),
  checkedAt: Nullable(dateTime("Time of the last check.")),
  nextCheckAt: Nullable(dateTime("Time of the next check. `null` if none is planned.")),
  records: Type.Object(
    { txt: DnsRecord, cname: DnsRecord },
    { description: "The DNS records that prove ownership. One of them is enough." },
  ),
});
export type CustomDomain = Static<typeof CustomDomain>;
const ProjectOverview = Type.Object(projectFields);
export type ProjectOverview = Static<typeof ProjectOverview>;
export const ProjectList = Type.Object({
  projects: Type.Array(ProjectOverview),
  hasWorker: Type.Boolean({ description: "Whether a worker is running; without one, updates and jobs wait." }),
});
export const DashboardProject = Type.Object({
  ...projectFields,
  customDomains: Type.Array(Type.String()),
  domains: Type.Array(CustomDomain, { description: "The custom domains and their verification state." }),
  isStrict: Type.Boolean({ description: "Whether warnings fail an update." }),
  failOnErrors: Type.Boolean({
    description:
      "Whether an update with a page that can't be built fails. Otherwise it publishes the page's last good version.",
  }),
  authorCode: Type.Object(
    {
      isOn: Type.Boolean({ description: "Whether the project's setting allows it." }),
      isAllowed: Type.Boolean({ description: "Whether the server allows it for any project." }),
    },
    { description: "Whether scripts, interactive components and integrations of the project run." },
  ),
  hasRepositoryToken: Type.Boolean({ description: "Whether a token is stored; it is never shown." }),
  model: Type.Object({
    own: Nullable(
      Type.String({ description: "The project's own model, or `none`. `null` to use the server's model." }),
    ),
    installed: Nullable(Type.String({ description: "The server's model. `null` if none is configured." })),
    url: Nullable(Type.String({ description: "The address of the project's own model server." })),
    hasKey: Type.Boolean({ description: "Whether the project has a key of its own; it is never shown." }),
    health: ModelHealth,
  }),
  budgets: Type.Array(Budget, { description: "Daily limits and usage of the project's models." }),
  agentPaths: Type.Array(Type.String(), { description: "Paths outside the docs that the agent may write." }),
  branchRules: BranchRules,
  forgotten: Type.Optional(
    Type.Array(Type.Union([Type.Literal("repositoryToken"), Type.Literal("webhookSecret")]), {
      description:
        "Only after a change that moved the repository to another host, scheme or port: the stored secrets of the old one, which were removed.",
    }),
  ),
});
export type DashboardProject = Static<typeof DashboardProject>;

export const NewDashboardProject = Type.Object({
  name: name(100, "Its name."),
  domain: domainIdentifier,
  repository: Type.Optional(repository),
  branch: Type.Optional(branch),
  directory: Type.Optional(directory),
  repositoryToken: Type.Optional(repositoryToken),
});
export const CreatedProject = Type.Object({
  project: DashboardProject,
  statusId: id("Of its first update: pass it to the status read."),
});
export const ProjectArchive = Type.Object({
  name: name(100, "Its name."),
  domain: domainIdentifier,
  directory: Type.Optional(directory),
});

export const ProjectSettings = Type.Object({
  name: Type.Optional(name(100, "Its name.")),
  repository: Type.Optional(repository),
  branch: Type.Optional(branch),
  directory: Type.Optional(directory),
  repositoryToken: Type.Optional(
    Nullable(Type.String({ maxLength: 1_000, description: "A new token. `null` deletes the stored one." })),
  ),
  isStrict: Type.Optional(Type.Boolean({ description: "Whether warnings fail an update." })),
  failOnErrors: Type.Optional(
    Type.Boolean({ description: "Whether an update with a page that can't be built fails and publishes nothing." }),
  ),
  withAuthorCode: Type.Optional(
    Type.Boolean({ description: "Whether scripts, interactive components and integrations of the project run." }),
  ),
  ...projectModel,
  customDomains: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
      maxItems: 20,
      description: "The complete list, in order.",
    }),
  ),
  budgets: Type.Optional(
    Type.Array(
      Type.Object({
        ...whichBudget,
        perDay: Type.Unsafe<number | null>({
          type: ["number", "null"],
          minimum: 0,
          description: "The limit. `null` for the server's maximum.",
        }),
      }),
      { maxItems: 4, description: "Daily limits of the project's models, up to the server's maximum." },
    ),
  ),
  agentPaths: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: 50,
      description: "Files, and folders ending in a slash, that the agent may write in addition to the docs.",
    }),
  ),
  branchRules: Type.Optional(BranchRulesChange),
});
export const DomainName = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 253, description: "A custom domain of the project." }),
});
export const DeletionConfirmation = Type.Object({
  domain: Type.String({
    maxLength: 63,
    description: "The project's subdomain, to confirm the deletion.",
  }),
});

export const WebhookSettings = Type.Object({
  githubUrl: Type.String({ description: "Webhook URL for GitHub." }),
  gitlabUrl: Type.String({ description: "Webhook URL for GitLab." }),
  secret: Nullable(Type.String({ description: "The secret that signs webhooks. `null` if none has been created." })),
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      event: Type.String(),
      statusId: Nullable(Type.String({ description: "The update it triggered, if any." })),
      problem: Nullable(Type.String({ description: "Why it was rejected or ignored. `null` if it was accepted." })),
      at: dateTime("When it was received."),
    }),
    { description: "The last 20 accepted and the last 10 rejected deliveries, newest first." },
  ),
});

const keyKind = Words(["admin", "assistant"], "Admin keys are secret; assistant keys are public.");
const scopeList = Type.Array(Words(["read", "write"], "What an admin key may do."), { maxItems: 2 });
const textList = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 });
const DashboardKey = Type.Object({
  id: id("ID of the key, not the key itself."),
  kind: keyKind,
  name: Type.String(),
  hint: Type.String({ description: "The first and last characters of the key." }),
  scopes: Type.Array(Type.String()),
  allowedAddresses: Type.Array(Type.String()),
  allowedOrigins: Type.Array(Type.String()),
  createdAt: dateTime("Creation time."),
  lastUsedAt: Nullable(dateTime("Last use, to the minute. `null` if never used.")),
  expiresAt: Nullable(dateTime("Expiration time. `null` if the key never expires.")),
  revokedAt: Nullable(dateTime("Time of revocation. `null` if the key isn't revoked.")),
});
export type DashboardKey = Static<typeof DashboardKey>;
export const KeyList = Type.Object({ keys: Type.Array(DashboardKey) });
export const NewDashboardKey = Type.Object({
  kind: keyKind,
  name: name(100, "What it is for."),
  expiresInDays: Type.Optional(Type.Unsafe<7 | 30 | 60 | 90>({ type: "integer", enum: [7, 30, 60, 90] })),
  scopes: Type.Optional(scopeList),
  allowedAddresses: Type.Optional(textList),
  allowedOrigins: Type.Optional(textList),
});
export const CreatedKey = Type.Object({
  key: DashboardKey,
  secret: Type.String({ description: "The key itself. It is only shown once, because only its hash is stored." }),
});

export const PreviewList = Type.Object({
  previews: Type.Array(
    Type.Object({
      branch: Type.String(),
      subdomain: Type.String(),
      url: Type.String(),
      statusId: id("The update that published it."),
      publishedAt: dateTime("Time of the event."),
    }),
  ),
});
export const PreviewBranch = Type.Object({ branch });

const changeKinds = [
  "update",
  "job",
  "pull",
  "draft",
  "project",
  "organization",
  "key",
  "webhook",
  "audit",
  "notification",
] as const;

export const ChangeEvent = Type.Object({
  kind: Words(changeKinds, "What changed; read it again. `audit` is a new entry in the audit log."),
  projectId: Nullable(id("ID of the project it belongs to; `null` for what belongs to the organization.")),
  id: id("ID of what changed; the number of a pull request; the action of an audit entry."),
});
export const ReadyEvent = Type.Object({
  isComplete: Type.Boolean({
    description: "Whether all changes since the last event you saw follow. If not, reload everything.",
  }),
});

export const SourceQuery = Type.Object({
  path: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: "Path of the file, relative to the content directory.",
  }),
});
export const SourceFile = Type.Object({
  path: Type.String({ description: "Path of the file, relative to the content directory." }),
  text: Type.String({ description: "Content of the file." }),
});
