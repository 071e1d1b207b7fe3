import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, UpdateSummary, Words } from "./schemas.ts";

/** Projects, keys and previews as the dashboard sees them. */

const branch = Type.String({ minLength: 1, maxLength: 250, description: "The branch that is published." });
const directory = Type.String({ maxLength: 500, description: "The folder of the docs in the repository." });
const repository = Type.String({ minLength: 1, maxLength: 2_000, description: "An http or https address." });
const repositoryToken = Type.String({ maxLength: 1_000, description: "For a repository that is not public." });
const domainIdentifier = Type.String({
  minLength: 1,
  maxLength: 63,
  description: "The subdomain of the site: lower-case letters, digits and single hyphens.",
});

const Published = Type.Object({
  statusId: id("The update that published it."),
  at: dateTime("When."),
  screenshotLight: Nullable(Type.String({ description: "Screenshot of the site." })),
  screenshotDark: Nullable(Type.String({ description: "Screenshot of the site in dark mode." })),
});

const projectFields = {
  id: id("Project ID."),
  organizationId: id("ID of the organization."),
  name: Type.String(),
  domain: Type.String({ description: "The domain identifier." }),
  siteUrl: Type.String({ description: "Where readers find the site." }),
  repository: Type.String({ description: "Where its repository is." }),
  branch,
  directory,
  isHosted: Type.Boolean({ description: "Whether the repository is in the built-in git host." }),
  createdAt: dateTime("When it was made."),
  latestUpdate: Type.Unsafe<UpdateSummary | null>({ anyOf: [UpdateSummary, { type: "null" }] }),
  published: Type.Unsafe<Static<typeof Published> | null>({ anyOf: [Published, { type: "null" }] }),
};
const whichBudget = {
  of: Words(["answers", "jobs"], "Answers of the assistant, or jobs of the agent."),
  unit: Words(["tokens", "money"], "Money is that of the prices which the operator has set."),
};
const Budget = Type.Object({
  ...whichBudget,
  perDay: Type.Number({ description: "How much may be used." }),
  installed: Type.Number({ description: "The most that the server allows." }),
  isOwn: Type.Boolean({ description: "Whether the project has set it; else it is what the server allows." }),
  used: Type.Number({ description: "How much was used since the day of this budget began." }),
  resetsAt: Nullable(dateTime("When it begins anew; `null` while nothing is used.")),
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
  isTrusted: Type.Boolean({ description: "Whether the operator confirmed it, so that it is not checked." }),
  isServed: Type.Boolean({ description: "Whether the site is served there." }),
  checkedAt: Nullable(dateTime("When it was last checked.")),
  nextCheckAt: Nullable(dateTime("When it is checked next; `null` if it is not.")),
  servedUntil: Nullable(dateTime("It was in use before proofs were required, and is served until then without one.")),
  records: Type.Object(
    { txt: DnsRecord, cname: DnsRecord },
    { description: "The DNS records that prove the domain; one of them is enough." },
  ),
});
export type CustomDomain = Static<typeof CustomDomain>;
const ProjectOverview = Type.Object(projectFields);
export const ProjectList = Type.Object({ projects: Type.Array(ProjectOverview) });
export const DashboardProject = Type.Object({
  ...projectFields,
  customDomains: Type.Array(Type.String()),
  domains: Type.Array(CustomDomain, { description: "The custom domains, with what is known about their proof." }),
  isStrict: Type.Boolean({ description: "Whether warnings fail an update." }),
  authorCode: Type.Object(
    {
      isOn: Type.Boolean({ description: "Whether the project's setting allows it." }),
      isAllowed: Type.Boolean({ description: "Whether the server allows it for any project." }),
    },
    { description: "Whether scripts, interactive components and integrations of the project run." },
  ),
  hasRepositoryToken: Type.Boolean({ description: "Whether a token is stored; it is never shown." }),
  model: Type.Object({
    own: Nullable(Type.String({ description: "The project's own model, or `none`; `null` for the installation's." })),
    installed: Nullable(Type.String({ description: "The installation's; `null` if it has none." })),
  }),
  budgets: Type.Array(Budget, { description: "What its models may use in a day, and have used." }),
  agentPaths: Type.Array(Type.String(), { description: "What the agent may write beside the documentation." }),
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
    Nullable(Type.String({ maxLength: 1_000, description: "A new token; `null` forgets the stored one." })),
  ),
  isStrict: Type.Optional(Type.Boolean({ description: "Whether warnings fail an update." })),
  withAuthorCode: Type.Optional(
    Type.Boolean({ description: "Whether scripts, interactive components and integrations of the project run." }),
  ),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "The assistant's model: one of the installation's provider, `none`, or `default`.",
    }),
  ),
  customDomains: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 20, description: "All of them, in order." }),
  ),
  budgets: Type.Optional(
    Type.Array(
      Type.Object({
        ...whichBudget,
        perDay: Type.Unsafe<number | null>({
          type: ["number", "null"],
          minimum: 0,
          description: "How much; `null` for what the server allows.",
        }),
      }),
      { maxItems: 4, description: "What its models may use in a day, at most what the server allows." },
    ),
  ),
  agentPaths: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: 50,
      description: "Files, and folders with a slash at their end, that the agent may write beside the documentation.",
    }),
  ),
});
export const DomainName = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 253, description: "A custom domain of the project." }),
});
export const DeletionConfirmation = Type.Object({
  domain: Type.String({
    maxLength: 63,
    description: "The domain identifier again, so that nothing is deleted by mistake.",
  }),
});

export const WebhookSettings = Type.Object({
  githubUrl: Type.String({ description: "Give it to GitHub." }),
  gitlabUrl: Type.String({ description: "Give it to GitLab." }),
  secret: Nullable(Type.String({ description: "What the git host signs with; `null` until one is made." })),
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      event: Type.String(),
      statusId: Nullable(Type.String({ description: "The update it became, if it did." })),
      problem: Nullable(
        Type.String({ description: "Why it was refused, or is not about this project; `null` when it was taken." }),
      ),
      at: dateTime("When it came."),
    }),
    { description: "The last 20 that were taken and the last 10 that were refused, newest first." },
  ),
});

const keyKind = Words(["admin", "assistant"], "Admin keys are secret; assistant keys are public.");
const scopeList = Type.Array(Words(["read", "write"], "What an admin key may do."), { maxItems: 2 });
const textList = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 });
const DashboardKey = Type.Object({
  id: id("ID of the key, not the key itself."),
  kind: keyKind,
  name: Type.String(),
  hint: Type.String({ description: "How the key begins and ends." }),
  scopes: Type.Array(Type.String()),
  allowedAddresses: Type.Array(Type.String()),
  allowedOrigins: Type.Array(Type.String()),
  createdAt: dateTime("When it was made."),
  lastUsedAt: Nullable(dateTime("To the minute; `null` if never.")),
  expiresAt: Nullable(dateTime("`null` if never.")),
  revokedAt: Nullable(dateTime("`null` if it works.")),
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
  secret: Type.String({ description: "The key itself. It is shown this once: only its hash is stored." }),
});

export const PreviewList = Type.Object({
  previews: Type.Array(
    Type.Object({
      branch: Type.String(),
      subdomain: Type.String(),
      url: Type.String(),
      statusId: id("The update that published it."),
      publishedAt: dateTime("When."),
    }),
  ),
});
export const PreviewBranch = Type.Object({ branch });

const changeKinds = ["update", "job", "pull", "project", "organization", "key", "webhook", "audit"] as const;

export const ChangeEvent = Type.Object({
  kind: Words(changeKinds, "What changed; read it again. `audit` is a new entry in the audit log."),
  projectId: Nullable(id("ID of the project it belongs to; `null` for what belongs to the organization.")),
  id: id("ID of what changed; the number of a pull request; the action of an audit entry."),
});
export const ReadyEvent = Type.Object({
  isComplete: Type.Boolean({
    description: "Whether all changes since the last event you saw follow. If not, read everything again.",
  }),
});

export const SourceQuery = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 1_000, description: "The file, from the content directory." }),
});
export const SourceFile = Type.Object({
  path: Type.String({ description: "The file, from the content directory." }),
  text: Type.String({ description: "What is in it." }),
});
