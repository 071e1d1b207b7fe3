import type { Organization } from "./role.ts";

/** Top-level paths that are not organizations. */
const reserved = new Set(["sign-in", "reset-password", "join", "account", "server", "auth", "git"]);

/** The path segment of an organization: a slug of its name if that is unambiguous, otherwise its ID. */
export function organizationPath(organization: Organization, all: readonly Organization[]): string {
  const slug = slugOf(organization.name);
  const isClear = slug !== "" && !reserved.has(slug) && all.filter(({ name }) => slugOf(name) === slug).length === 1;
  return isClear ? slug : organization.id;
}

/** Finds an organization by its ID or its unambiguous slug. */
export function findOrganization(path: string, all: readonly Organization[]): Organization | undefined {
  return all.find(({ id }) => id === path) ?? all.find((organization) => organizationPath(organization, all) === path);
}

export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 63);
}
