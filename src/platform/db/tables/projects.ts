import type { Generated, Selectable } from "kysely";

/** What an organization has. */
export interface ProjectTables {
  organizations: OrganizationRow;
  projects: ProjectTable;
  project_domains: ProjectDomainRow;
  keys: KeyRow;
}

export interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
}

interface ProjectTable {
  id: string;
  organization_id: string;
  name: string;
  /** The domain identifier: the subdomain of the site, unique in the whole installation. */
  domain: string;
  repository: string;
  branch: string;
  /** The content directory inside the repository; empty for its root. */
  directory: string;
  created_at: number;
  /** The name of its repository in the built-in git host; null for one that is elsewhere. */
  hosted_repository: string | null;
  /** Sealed; for fetching from and pushing to a repository that is not public. */
  repository_token: string | null;
  /** Sealed; what a git host signs its webhooks with. */
  webhook_secret: string | null;
  /** 1 if warnings fail an update. */
  strict: Generated<number>;
  /** The assistant's language model; null for that of the installation, `none` for none. */
  model: string | null;
  /** Files and folders beside the documentation that the agent may write, as JSON. */
  agent_paths: Generated<string>;
  /** What it has set of what its models may use in a day, as JSON: counter → amount. */
  budgets: Generated<string>;
}

/** A custom domain of a project. */
export interface ProjectDomainRow {
  domain: string;
  project_id: string;
  created_at: number;
}

export interface KeyRow {
  id: string;
  /** SHA-256 of the key, base64url. The key itself is stored nowhere. */
  hash: string;
  kind: "admin" | "assistant";
  organization_id: string;
  project_id: string | null;
  name: string;
  /** The first characters of the key, to recognise it by. */
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
