import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink, GitBranch } from "lucide-react";
import type { ReactNode } from "react";
import { projectQuery, updatesQuery } from "../api/queries.ts";
import { FigurePlots } from "../assistant/figure-plots.tsx";
import { useProject } from "../shell/place.ts";
import { buttonClass } from "../ui/button.tsx";
import { Command, CopyValue } from "../ui/command.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { TriggerButton } from "../updates/trigger-button.tsx";
import { UpdateTable } from "../updates/update-table.tsx";
import { SiteScreenshot } from "./site-screenshot.tsx";

const shownUpdates = 5;

/** The project at a glance: what readers see, when it was published, what happened last. */
export function OverviewPage() {
  const { project, params, may } = useProject();
  const { data: details } = useQuery(projectQuery(project.id));
  const { data, error } = useInfiniteQuery(updatesQuery(project.id));
  const updates = data?.pages.flatMap((page) => page.updates) ?? [];
  return (
    <Page
      title={project.name}
      documentTitle={`${project.name}: overview`}
      action={
        <>
          {project.published !== null && (
            <a href={project.siteUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink size={16} aria-hidden />
              Open the site
            </a>
          )}
          {may("editor") && <TriggerButton />}
        </>
      }
    >
      <Card className="mb-10 grid overflow-hidden lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="border-b border-line lg:border-r lg:border-b-0">
          <SiteScreenshot pictures={project.published} siteUrl={project.siteUrl} />
        </div>
        <dl className="grid content-start gap-4 p-5 sm:grid-cols-2 lg:grid-cols-1">
          <Fact label="Address">
            <a href={project.siteUrl} target="_blank" rel="noreferrer" className="text-accent hover:underline">
              {project.siteUrl.replace(/^https?:\/\//, "")}
            </a>
          </Fact>
          <Fact label="Published">{project.published === null ? "not yet" : <Time at={project.published.at} />}</Fact>
          <Fact label="Last update">
            {updates[0] === undefined ? (
              "none"
            ) : (
              <Link
                to="/$organization/$domain/updates/$updateId"
                params={{ ...params, updateId: updates[0]._id }}
                className="hover:text-accent"
              >
                <Status status={updates[0].status} />
              </Link>
            )}
          </Fact>
          <Fact label="Source">
            <span className="flex min-w-0 items-center gap-1.5">
              <GitBranch size={16} className="text-ink-faint" aria-hidden />
              <span className="truncate" title={project.repository}>
                {project.repository.replace(/^https?:\/\//, "").replace(/\.git$/, "")}
              </span>
              <code className="text-ink-soft">{project.branch}</code>
            </span>
          </Fact>
          <Fact label="Domain identifier">
            <CopyValue text={project.domain} label="Copy the domain identifier" />
          </Fact>
          {details !== undefined && details.customDomains.length > 0 && (
            <Fact label="Custom domains">{details.customDomains.join(", ")}</Fact>
          )}
        </dl>
      </Card>

      <Section
        title="The last 30 days"
        action={
          <Link
            to="/$organization/$domain/assistant"
            params={params}
            search={{ tab: "figures" }}
            className="text-accent hover:underline"
          >
            What readers look for
          </Link>
        }
      >
        <FigurePlots />
      </Section>

      <Section
        title="Latest updates"
        action={
          <Link to="/$organization/$domain/updates" params={params} className="text-accent hover:underline">
            All updates
          </Link>
        }
      >
        {error !== null && <Problem error={error} className="mb-4" />}
        <UpdateTable updates={data === undefined ? undefined : updates.slice(0, shownUpdates)} />
      </Section>

      {project.isHosted && may("editor") && (
        <Section
          title="Change the pages"
          description="Clone the repository, commit and push: every push is published. An admin key is the password; any user name works."
        >
          <Command text={`git clone ${project.repository}`} />
        </Section>
      )}
    </Page>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-faint">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
