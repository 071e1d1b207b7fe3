import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitBranch } from "lucide-react";
import { type Answer, projectQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { CopyValue } from "../ui/command.tsx";
import { Fact } from "../ui/page.tsx";
import { UpdateState } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";

type ListedUpdate = Answer<"listUpdates">["updates"][number];

/** The address, source and latest update of a site. */
export function ProjectFacts({ lastUpdate }: { lastUpdate: ListedUpdate | undefined }) {
  const { project, params } = useProject();
  const { data: details } = useQuery(projectQuery(project.id));
  const served = details?.domains.filter(({ isServed }) => isServed) ?? [];
  return (
    <dl className="grid content-start gap-4 p-5 sm:grid-cols-2 lg:grid-cols-1">
      <Fact isCut label="Address">
        <a href={project.siteUrl} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          {project.siteUrl.replace(/^https?:\/\//, "")}
        </a>
      </Fact>
      <Fact isCut label="Published">
        {project.published === null ? "Not yet" : <Time at={project.published.at} />}
      </Fact>
      <Fact isCut label="Last update">
        {lastUpdate === undefined ? (
          "None"
        ) : (
          <Link
            to="/$organization/$domain/updates/$updateId"
            params={{ ...params, updateId: lastUpdate._id }}
            className="hover:text-accent"
          >
            <UpdateState update={lastUpdate} />
          </Link>
        )}
      </Fact>
      <Fact isCut label="Source">
        <span className="flex min-w-0 items-center gap-1.5">
          <GitBranch size={16} className="text-ink-faint" />
          <span className="truncate" title={project.repository}>
            {project.repository.replace(/^https?:\/\//, "").replace(/\.git$/, "")}
          </span>
          {!project.isHosted && <code className="text-ink-soft">{project.branch}</code>}
        </span>
      </Fact>
      <Fact isCut label="Subdomain">
        <CopyValue text={project.domain} label="Copy subdomain" />
      </Fact>
      {served.length > 0 && (
        <Fact isCut label="Custom domains">
          {served.map(({ domain }) => domain).join(", ")}
        </Fact>
      )}
    </dl>
  );
}
