import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { updatesQuery } from "../api/queries.ts";
import { FigurePlots } from "../assistant/figure-plots.tsx";
import { useProject } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { TriggerButton } from "../updates/trigger-button.tsx";
import { UpdateTable } from "../updates/update-table.tsx";
import { ProjectFacts } from "./project-facts.tsx";
import { SiteScreenshot } from "./site-screenshot.tsx";

const shownUpdates = 5;

export function OverviewPage() {
  const { project, params, may } = useProject();
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
        <ProjectFacts lastUpdate={updates[0]} />
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
