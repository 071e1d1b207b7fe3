import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpen, Plus } from "lucide-react";
import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { projectsQuery } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { SearchInput, Select } from "../ui/field.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import type { ListedProject } from "./project-card.tsx";
import { CardLoading, ProjectCard } from "./project-card.tsx";

const orderLabels = { updated: "Last updated", name: "Name", created: "Newest" };
type ProjectOrder = keyof typeof orderLabels;
const cardsLoading = 6;

export function ProjectsPage() {
  const { organization, params, may } = useOrganization();
  const { data, error, refetch } = useQuery(projectsQuery(organization.id));
  const [text, setText] = useState("");
  const [order, setOrder] = useState<ProjectOrder>("updated");
  const create = may("admin") && (
    <Link to="/$organization/-/new" params={params} className={buttonClass("primary")}>
      <Plus size={16} />
      New project
    </Link>
  );
  const isEmpty = data?.projects.length === 0;
  const shown = data && arrangeProjects(data.projects, { text, order });
  return (
    <Page title="Projects" documentTitle={`Projects · ${organization.name}`} action={!isEmpty && create}>
      <Problem error={error} onRetry={refetch} className="mb-4" />
      {isEmpty && (
        <EmptyState
          icon={<BookOpen size={20} />}
          title="No projects yet"
          action={create || undefined}
          command={`npm run lectern -- project create --organization ${organization.id} \\\n  --name Docs --domain docs --from DIR`}
        >
          A project is a folder of Markdown pages with a docs.json file. Import one, start from a template, or connect a
          git repository. The site is online a moment later.
        </EmptyState>
      )}
      {!isEmpty && error === null && (
        <>
          <div className="mb-5 flex flex-wrap gap-3">
            <div className="min-w-0 flex-1 basis-56 sm:max-w-sm">
              <SearchInput
                label="Search projects"
                value={text}
                maxLength={100}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            <Select
              aria-label="Sort by"
              className="h-9"
              value={order}
              onChange={(event) => setOrder(event.target.value as ProjectOrder)}
              options={Object.entries(orderLabels)}
            />
          </div>
          <p role="status" className={text === "" ? "sr-only" : "mb-3 text-[13px] text-ink-faint"}>
            {text !== "" && shown !== undefined && describeProjectCount(shown.length)}
          </p>
          <ul
            className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3"
            aria-label="Projects"
            aria-busy={shown === undefined}
          >
            {shown === undefined
              ? // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no ID.
                Array.from({ length: cardsLoading }, (_, card) => <CardLoading key={card} />)
              : shown.map((project) => <ProjectCard key={project.id} project={project} />)}
          </ul>
        </>
      )}
    </Page>
  );
}

function describeProjectCount(found: number): string {
  return found === 0 ? "No projects match your search." : count(found, "project");
}

const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The projects whose name or subdomain contains every word, in the given order. */
function arrangeProjects(
  projects: readonly ListedProject[],
  { text, order }: { text: string; order: ProjectOrder },
): ListedProject[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = projects.filter(({ name, domain, siteUrl }) =>
    words.every((word) => `${name} ${domain} ${siteUrl}`.toLowerCase().includes(word)),
  );
  return found.sort((one, other) => {
    if (order === "name") return byName.compare(one.name, other.name);
    return timeFor(order, other).localeCompare(timeFor(order, one));
  });
}

function timeFor(order: "updated" | "created", { latestUpdate, createdAt }: ListedProject): string {
  return (order === "updated" ? latestUpdate?.createdAt : undefined) ?? createdAt;
}
