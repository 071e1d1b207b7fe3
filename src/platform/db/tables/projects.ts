import type { Generated, Selectable } from "kysely";

/** What an organization owns. */
export interface ProjectTables {
  organizations: OrganizationRow;
  projects: ProjectTable;
  project_domains: ProjectDomainRow;
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
  /** The assistant's language model; null for the server's, `none` for none. */
  model: string | null;
  /** Files and folders outside the documentation that the agent may write, as JSON. */
  agent_paths: Generated<string>;
  /** The project's own daily model limits, as JSON: counter → amount. */
  budgets: Generated<string>;
}

/** A custom domain of a project. */
interface ProjectDomainRow {
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
  /** The first characters of the key, to recognize it by. */
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
