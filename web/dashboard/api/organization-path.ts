import type { Organization } from "./role.ts";

/** Names that stand for pages of their own. */
const reserved = new Set(["sign-in", "join", "account", "auth", "git"]);

/** How an organization is called in an address: by its name if that tells it from all others, else by its id. */
export function organizationPath(organization: Organization, all: readonly Organization[]): string {
  const slug = slugOf(organization.name);
  const isClear = slug !== "" && !reserved.has(slug) && all.filter(({ name }) => slugOf(name) === slug).length === 1;
  return isClear ? slug : organization.id;
}

/** The organization that an address means: an id always works, a name as long as it is clear. */
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
