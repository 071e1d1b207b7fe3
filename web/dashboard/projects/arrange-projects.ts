import type { ListedProject } from "./project-card.tsx";

export const projectOrders = ["updated", "name", "created"] as const;
export type ProjectOrder = (typeof projectOrders)[number];

const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The projects whose name or subdomain contains every word, in the given order. */
export function arrangeProjects(
  projects: readonly ListedProject[],
  { text, order }: { text: string; order: ProjectOrder },
): ListedProject[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = projects.filter(({ name, domain, siteUrl }) =>
    words.every((word) => `${name} ${domain} ${siteUrl}`.toLowerCase().includes(word)),
  );
  const key = { updated: lastUpdatedAt, created: createdAt };
  return found.sort((one, other) =>
    order === "name" ? byName.compare(one.name, other.name) : key[order](other).localeCompare(key[order](one)),
  );
}

function lastUpdatedAt({ latestUpdate, createdAt: created }: ListedProject): string {
  return latestUpdate?.createdAt ?? created;
}

function createdAt(project: ListedProject): string {
  return project.createdAt;
}
