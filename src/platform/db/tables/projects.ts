import type { Generated, Selectable } from "kysely";

/** Projects, their domains and their API keys. */
export interface ProjectTables {
  organizations: OrganizationRow;
  projects: ProjectTable;
  project_domains: ProjectDomainRow;
  domain_claims: DomainClaimTable;
  domain_owners: DomainOwnerRow;
  keys: KeyRow;
}

interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
}

interface ProjectTable {
  id: string;
  organization_id: string;
  name: string;
  /** The domain identifier: the subdomain of the site, unique across the server. */
  domain: string;
  repository: string;
  branch: string;
  /** The content directory inside the repository; empty for its root. */
  directory: string;
  created_at: number;
  /** The name of its repository on the built-in git host; null for an external one. */
  hosted_repository: string | null;
  /** Sealed. The token for fetching from and pushing to a private repository. */
  repository_token: string | null;
  /** Sealed. The secret that a git host signs its webhooks with. */
  webhook_secret: string | null;
  /** 1 if warnings fail an update. */
  strict: Generated<number>;
  fail_on_errors: Generated<number>;
  /** 0 if the project's scripts and integrations never run. */
  author_code: Generated<number>;
  /** The assistant's language model; null to use the server's, `none` to use no model. */
  model: string | null;
  model_url: string | null;
  /** Sealed. */
  model_key: string | null;
  /** Files and folders outside the documentation that the agent may write, as JSON. */
  agent_paths: Generated<string>;
  /** The project's own daily model limits, as JSON: counter → amount. */
  budgets: Generated<string>;
  /** Rules for protected branches, as JSON. */
  branch_rules: Generated<string>;
}

/** A custom domain that is served. */
interface ProjectDomainRow {
  domain: string;
  project_id: string;
  created_at: number;
}

/**
 * A custom domain that was entered for a project, whether it is served or not. Several projects can claim the same
 * domain.
 */
interface DomainClaimTable {
  project_id: string;
  domain: string;
  created_at: number;
  state: DomainState;
  /** Why the last check found no proof; null if it found one, or if there was no check yet. */
  problem: DomainProblem | null;
  /** Scheduled checks in a row without a proof. */
  misses: Generated<number>;
  checked_at: number | null;
  /** Null if the domain isn't checked because the operator vouches for it. */
  next_check_at: number | null;
  /** The domain is served without a proof until this time, because it was in use before proofs were required. */
  /** 1 if the operator vouches for the domain. */
  trusted: Generated<number>;
}

/** `failing` is still served, `lapsed` no longer. */
export type DomainState = "pending" | "verified" | "failing" | "lapsed";
export type DomainProblem = "missing" | "different" | "txt_needed" | "unreachable" | "taken" | "reserved";

/** The last project that proved a domain, even if the domain was removed from it later. */
interface DomainOwnerRow {
  domain: string;
  project_id: string;
  proved_at: number;
}

export interface KeyRow {
  id: string;
  /** SHA-256 of the key, base64url. The key itself is stored nowhere. */
  hash: string;
  kind: "admin" | "assistant";
  organization_id: string;
  project_id: string | null;
  name: string;
  /** The first characters of the key, so that people recognize it. */
  hint: string;
  scopes: string;
  allowed_addresses: string;
  allowed_origins: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  created_at: number;
}

export type ProjectRow = Selectable<ProjectTable>;
export type DomainClaimRow = Selectable<DomainClaimTable>;
