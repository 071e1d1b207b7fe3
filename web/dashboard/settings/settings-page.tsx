import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { projectQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { LoadingPage } from "../shell/page-states.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { TabBar, tabProps } from "../ui/tabs.tsx";
import { AgentSettings } from "./agent-settings.tsx";
import { AuditLog } from "./audit-log.tsx";
import { BudgetSettings } from "./budget-settings.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { ModelSettings } from "./model-settings.tsx";
import { RepositorySettings } from "./repository-settings.tsx";
import type { SettingsTab } from "./settings-tab.ts";
import type { ProjectDetails } from "./use-change-project.ts";
import { WebhookSettings } from "./webhook-settings.tsx";

const tabs: readonly { tab: SettingsTab; label: string }[] = [
  { tab: "general", label: "General" },
  { tab: "assistant", label: "Assistant" },
  { tab: "agent", label: "Agent" },
  { tab: "webhooks", label: "Webhooks" },
  { tab: "audit", label: "Audit log" },
];

export function SettingsPage() {
  const { project, params, may } = useProject();
  const { tab = "general" } = useSearch({ from: "/signed-in/$organization/$domain/settings" });
  const { data, error, refetch } = useQuery(projectQuery(project.id));
  if (!may("admin")) {
    return (
      <Page title="Settings">
        <Problem error={new Error("Only an admin of the organization can see and change settings.")} />
      </Page>
    );
  }
  if (data === undefined && error === null) {
    return <LoadingPage />;
  }
  return (
    <Page title="Settings" documentTitle={`Settings of ${project.name}`}>
      <TabBar label="Parts of the settings">
        {tabs.map(({ tab: name, label }) => (
          <Link
            key={name}
            to="/$organization/$domain/settings"
            params={params}
            search={{ tab: name }}
            {...tabProps(name === tab)}
          >
            {label}
          </Link>
        ))}
        <Link to="/$organization/-/settings" params={{ organization: params.organization }} {...tabProps(false)}>
          Members
        </Link>
      </TabBar>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Part tab={tab} project={data} />}
    </Page>
  );
}

function Part({ tab, project }: { tab: SettingsTab; project: ProjectDetails }) {
  switch (tab) {
    case "general":
      return (
        <>
          <RepositorySettings project={project} />
          <DomainSettings project={project} />
          <DangerZone project={project} />
        </>
      );
    case "assistant":
      return (
        <>
          <ModelSettings project={project} />
          <BudgetSettings project={project} of="answers" />
        </>
      );
    case "agent":
      return (
        <>
          <AgentSettings project={project} />
          <BudgetSettings project={project} of="jobs" />
        </>
      );
    case "webhooks":
      return <WebhookSettings projectId={project.id} />;
    case "audit":
      return <AuditLog organizationId={project.organizationId} projectId={project.id} />;
  }
}
