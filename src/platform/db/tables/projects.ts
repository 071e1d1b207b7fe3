import type { Generated, Selectable } from "kysely";

/** Projects, their domains, API keys and hosted repositories. */
export interface ProjectTables {
  organizations: { id: string; name: string; createdAt: number };
  projects: ProjectTable;
  /** A custom domain that is served. */
  projectDomains: { domain: string; projectId: string; createdAt: number };
  domainClaims: DomainClaimTable;
  /** The last project that proved a domain, even if the domain was removed from it later. */
  domainOwners: { domain: string; projectId: string; provedAt: number };
  keys: KeyRow;
  /** Repositories of the built-in git host. Their objects are packs in the artifact store. */
  hostedRepositories: {
    projectId: string;
    /** Counts every change of refs or packs. */
    version: number;
    /** A new value for every version. After a restore, the same version can occur a second time with other content. */
    stamp: string;
    /** Counts how often unreachable objects were dropped. */
    epoch: number;
    /** The branch that a clone checks out. */
    head: string;
    createdAt: number;
  };
  hostedRefs: {
    projectId: string;
    /** In full, such as `refs/heads/main`. */
    name: string;
    sha: string;
  };
  hostedPacks: {
    /** Identifies one upload. The same pack can be uploaded twice, and each upload is removed separately. */
    id: string;
    projectId: string;
    /** SHA-256 of the pack. */
    digest: string;
    bytes: number;
    /**
     * A pack is `pending` from before its upload until the change that needs it is committed. Once other packs have
     * replaced it, it is `replaced` until it is removed.
     */
    state: "pending" | "current" | "replaced";
    /** When the pack entered this state. */
    changedAt: number;
  };
}

interface ProjectTable {
  id: string;
  organizationId: string;
  name: string;
  /** The domain identifier: the subdomain of the site, unique across the server. */
  domain: string;
  repository: string;
  branch: string;
  /** The content directory inside the repository; empty for its root. */
  directory: string;
  createdAt: number;
  /** The name of its repository on the built-in git host; null for an external one. */
  hostedRepository: string | null;
  /** Sealed. The token for fetching from and pushing to a private repository. */
  repositoryToken: string | null;
  /** Sealed. The secret that a git host signs its webhooks with. */
  webhookSecret: string | null;
  /** 1 if warnings fail an update. */
  strict: Generated<number>;
  failOnErrors: Generated<number>;
  /** The path that the site's addresses start with; empty if the site is at the root of its host. */
  basePath: string;
  /** Other repositories, branches and tags whose pages are part of the site, as JSON. */
  sources: Generated<string>;
  /** 0 if the project's scripts and integrations never run. */
  authorCode: Generated<number>;
  /** The assistant's language model; null to use the server's, `none` to use no model. */
  model: string | null;
  modelUrl: string | null;
  /** Sealed. */
  modelKey: string | null;
  /** Files and folders outside the documentation that the agent may write, as JSON. */
  agentPaths: Generated<string>;
  /** 1 if a person approves the plan of a language model before it changes files. */
  agentPlansFirst: Generated<number>;
  /** Sealed. The secrets of the project's Slack app, as JSON. */
  slack: string | null;
  /** The code repositories that the agent may read, as JSON. Their tokens are sealed. */
  contextRepositories: Generated<string>;
  /** The project's own daily model limits, as JSON: counter → amount. */
  budgets: Generated<string>;
  /** Rules for protected branches, as JSON. */
  branchRules: Generated<string>;
}

/**
 * A custom domain that was entered for a project, whether it is served or not. Several projects can claim the same
 * domain.
 */
interface DomainClaimTable {
  projectId: string;
  domain: string;
  createdAt: number;
  state: DomainState;
  /** Why the last check found no proof; null if it found one, or if there was no check yet. */
  problem: DomainProblem | null;
  /** Scheduled checks in a row without a proof. */
  misses: Generated<number>;
  checkedAt: number | null;
  /** Null if the domain isn't checked because the operator vouches for it. */
  nextCheckAt: number | null;
  /** 1 if the operator vouches for the domain. */
  trusted: Generated<number>;
}

/** `failing` is still served, `lapsed` no longer. */
export type DomainState = "pending" | "verified" | "failing" | "lapsed";
export type DomainProblem = "missing" | "different" | "txt_needed" | "unreachable" | "taken" | "reserved";

export interface KeyRow {
  id: string;
  /** SHA-256 of the key, base64url. The key itself is stored nowhere. */
  hash: string;
  kind: "admin" | "assistant";
  organizationId: string;
  projectId: string | null;
  name: string;
  /** The first characters of the key, so that people recognize it. */
  hint: string;
  scopes: string;
  allowedAddresses: string;
  allowedOrigins: string;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
}

export type ProjectRow = Selectable<ProjectTable>;
export type DomainClaimRow = Selectable<DomainClaimTable>;
