import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { lastDays } from "../analytics/period.ts";
import { overviewQuery, updatesQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { tokensHash } from "../shell/use-open-by-hash.ts";
import { buttonClass } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { SiteScreenshot } from "../updates/site-screenshot.tsx";
import { TriggerButton } from "../updates/trigger-button.tsx";
import { UpdateTable } from "../updates/update-table.tsx";
import { GetStarted } from "./get-started.tsx";
import { OpenWork } from "./open-work.tsx";
import { ProjectFacts } from "./project-facts.tsx";
import { PublishedUpdate } from "./published-update.tsx";
import { WeekFigures } from "./week-figures.tsx";

const shownUpdates = 5;
const shownDays = 30;

export function OverviewPage() {
  const { project, params, may } = useProject();
  const { data, error } = useInfiniteQuery(updatesQuery(project.id));
  const updates = data?.pages.flatMap((page) => page.updates) ?? [];
  const { data: insight } = useQuery(overviewQuery(project.id, lastDays(shownDays, Date.now())));
  const isUnread = insight?.totals.questions === 0 && insight.totals.searches === 0;
  return (
    <Page
      title={project.name}
      documentTitle={`Overview · ${project.name}`}
      action={
        may("editor") && (
          <>
            <TriggerButton look="secondary" />
            <Link to="/$organization/$domain/editor" params={params} className={buttonClass("primary")}>
              <SquarePen size={16} />
              Edit docs
            </Link>
          </>
        )
      }
    >
      <Card className="mb-10 grid overflow-hidden lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="border-b border-line lg:border-r lg:border-b-0">
          <SiteScreenshot pictures={project.published} siteUrl={project.siteUrl} />
        </div>
        <ProjectFacts lastUpdate={updates[0]} />
      </Card>

      {isUnread && <GetStarted updates={updates} />}

      {project.published !== null && <PublishedUpdate statusId={project.published.statusId} />}

      <OpenWork />

      <WeekFigures />

      <Section
        title="Latest updates"
        action={
          <Link to="/$organization/$domain/updates" params={params} className="text-accent hover:underline">
            Show all
          </Link>
        }
      >
        <UpdateTable query={{ error }} updates={data === undefined ? undefined : updates.slice(0, shownUpdates)} />
      </Section>

      {project.isHosted && may("editor") && (
        <Section
          title="Work with git"
          description={
            <>
              If you prefer your own tools, clone the repository, commit your changes and push. A push to{" "}
              <code>{project.branch}</code> publishes the site. When git asks for a password, use a{" "}
              <Link to="/account" hash={tokensHash} className="text-accent underline">
                personal access token
              </Link>
              ; any user name works.
            </>
          }
        >
          <Command text={`git clone ${project.repository}`} />
        </Section>
      )}
    </Page>
  );
}
