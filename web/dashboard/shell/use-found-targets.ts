import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bot, FileText, GitPullRequest, History, type LucideIcon, UserRound } from "lucide-react";
import { useEffect, useState } from "react";
import { statusName } from "../../../src/contract/status-name.ts";
import { type Answer, read } from "../api/client.ts";
import type { usePlace } from "./current-project.ts";
import { type PaletteSection, type PaletteTarget, searchTargets } from "./palette-targets.ts";

type SearchHit = Answer<"searchOrganization">["hits"][number];

const lengthMin = 2;
const lengthMax = 200;
const debounceMilliseconds = 150;

const kinds: Record<SearchHit["kind"], { section: PaletteSection; icon: LucideIcon }> = {
  page: { section: "Pages", icon: FileText },
  update: { section: "Updates", icon: History },
  job: { section: "Jobs", icon: Bot },
  pull: { section: "Pull requests", icon: GitPullRequest },
  person: { section: "People", icon: UserRound },
};

interface SearchedPlace extends Pick<ReturnType<typeof usePlace>, "path" | "projects"> {
  organizationId: string | undefined;
  projectId: string | undefined;
  go: (href: string) => void;
}

/** The server's search results, requested after a short pause in typing. */
export function useFoundTargets(
  place: SearchedPlace,
  text: string,
): { targets: PaletteTarget[]; isSearching: boolean } {
  const { organizationId, projectId } = place;
  const wanted = text.trim().slice(0, lengthMax);
  const query = useDebounced(wanted);
  const isEnabled = organizationId !== undefined && query.length >= lengthMin && wanted.length >= lengthMin;
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...read("searchOrganization", { organizationId: organizationId ?? "", projectId, query }),
    enabled: isEnabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled || data === undefined) {
    return { targets: [], isSearching: isEnabled && isFetching };
  }
  // Results from the current project come first.
  const hits = [...data.hits].sort((one, other) => distance(one, projectId) - distance(other, projectId));
  const targets = hits.flatMap((hit) => toTarget(place, hit));
  const isOld = isPlaceholderData || query !== wanted;
  return { targets: isOld ? searchTargets(targets, wanted) : targets, isSearching: isFetching || query !== wanted };
}

function distance(hit: SearchHit, projectId: string | undefined): number {
  return hit.projectId === projectId ? 0 : 1;
}

function toTarget({ path, projects, go }: SearchedPlace, hit: SearchHit): PaletteTarget[] {
  const { section, icon } = kinds[hit.kind];
  const shown = { section, icon, id: `${hit.kind} ${hit.projectId} ${hit.id}`, label: hit.title };
  if (hit.kind === "person") {
    const href = `/${path}/-/settings?tab=members`;
    return [{ ...shown, detail: hit.detail, href, run: () => go(href) }];
  }
  const project = projects.find(({ id }) => id === hit.projectId);
  if (project === undefined) {
    return [];
  }
  if (hit.kind === "page") {
    const url = new URL(hit.id, project.siteUrl).href;
    return [{ ...shown, detail: hit.detail || project.name, run: () => window.open(url, "_blank", "noreferrer") }];
  }
  const list = { update: "updates", job: "jobs", pull: "pulls" }[hit.kind];
  const href = `/${path}/${project.domain}/${list}/${hit.id}`;
  const name = { update: hit.detail, job: "", pull: `#${hit.id}` }[hit.kind];
  const detail = [name, hit.status === null ? "" : statusName(hit.status), project.name].filter(Boolean).join(" · ");
  return [{ ...shown, label: hit.title || hit.detail, detail, href, run: () => go(href) }];
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
