import type { Generated, Selectable } from "kysely";

/** What an organization owns. */
export interface ProjectTables {
  organizations: OrganizationRow;
  projects: ProjectTable;
  projectDomains: ProjectDomainRow;
  domainClaims: DomainClaimTable;
  domainOwners: DomainOwnerRow;
  keys: KeyRow;
}

interface OrganizationRow {
  id: string;
  name: string;
  createdAt: number;
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
  /** 0 if scripts and integrations of the project never run. */
  authorCode: Generated<number>;
  /** The assistant's language model; null for the server's, `none` for none. */
  model: string | null;
  modelUrl: string | null;
  /** Sealed. */
  modelKey: string | null;
  /** Files and folders outside the documentation that the agent may write, as JSON. */
  agentPaths: Generated<string>;
  /** The project's own daily model limits, as JSON: counter → amount. */
  budgets: Generated<string>;
  /** Rules for protected branches, as JSON. */
  branchRules: Generated<string>;
}

/** A custom domain that is served. */
interface ProjectDomainRow {
  domain: string;
  projectId: string;
  createdAt: number;
}

/** A custom domain that a project was given, whether it is served or not. Several projects can claim one. */
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
  /** Null if it is not checked, because the operator vouches for it. */
  nextCheckAt: number | null;
  /** Served without a proof until then, because it was in use before proofs were needed. */
  /** 1 if the operator vouches for it. */
  trusted: Generated<number>;
}

/** `failing` is still served, `lapsed` no longer. */
export type DomainState = "pending" | "verified" | "failing" | "lapsed";
export type DomainProblem = "missing" | "different" | "txt_needed" | "unreachable" | "taken" | "reserved";

/** The last project that proved a domain, even if it was removed. */
interface DomainOwnerRow {
  domain: string;
  projectId: string;
  provedAt: number;
}

export interface KeyRow {
  id: string;
  /** SHA-256 of the key, base64url. The key itself is stored nowhere. */
  hash: string;
  kind: "admin" | "assistant";
  organizationId: string;
  projectId: string | null;
  name: string;
  /** The first characters of the key, to recognize it by. */
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
