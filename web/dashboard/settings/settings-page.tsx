import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, projectQuery, projectsQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { CheckField, CodeArea } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { SiteAccessSettings } from "./access/site-access.tsx";
import { AnalyticsSettings } from "./analytics-settings.tsx";
import { AuditLog } from "./audit-log.tsx";
import { BasePathSettings } from "./base-path-settings.tsx";
import { BranchRules } from "./branch-rules.tsx";
import { BudgetSettings } from "./budget-settings.tsx";
import { CodeSettings } from "./code-settings.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { ModelSettings } from "./model-settings.tsx";
import { PdfExport } from "./pdf-export.tsx";
import { ProjectMembers } from "./project-members.tsx";
import { RepositorySettings } from "./repository-settings.tsx";
import { type SettingsTab, settingsTabs } from "./settings-tab.ts";
import { SlackSettings } from "./slack-settings.tsx";
import { SourceSettings } from "./source-settings.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";
import { WebhookSettings } from "./webhook-settings.tsx";

export function SettingsPage() {
  const { project, params, may, mayManageOrganization } = useProject();
  const { tab = "general" } = useSearch({ from: "/signed-in/$organization/$domain/settings" });
  const { data, error, refetch } = useQuery(projectQuery(project.id));
  if (!may("admin")) {
    return (
      <Page title="Settings">
        <Problem error={new Error("Only admins can view and change settings.")} />
      </Page>
    );
  }
  const isShown: Partial<Record<SettingsTab, boolean>> = {
    // The built-in git host needs no webhooks, but other hosts of its sources do.
    webhooks: !project.isHosted || data?.sources.some(({ repository }) => repository) === true,
    // The audit log belongs to the organization.
    audit: mayManageOrganization,
  };
  const shown = Object.fromEntries(
    Object.entries(settingsTabs).filter(([name]) => isShown[name as SettingsTab] ?? true),
  );
  const current = tab in shown ? tab : "general";
  return (
    <Page title="Settings" documentTitle={`Settings · ${project.name}`}>
      <Tabs
        label="Settings"
        tabs={shown}
        current={current}
        link={(name) => ({ to: "/$organization/$domain/settings", params, search: { tab: name } })}
      />
      <Problem error={error} onRetry={refetch} />
      {data === undefined && error === null && <ContentLoading />}
      {data !== undefined && <Part tab={current} project={data} />}
    </Page>
  );
}

function Part({ tab, project }: { tab: SettingsTab; project: ProjectDetails }) {
  switch (tab) {
    case "general":
      return (
        <>
          <RepositorySettings project={project} />
          <SourceSettings project={project} />
          <DomainSettings project={project} />
          <BasePathSettings project={project} />
          <PdfExport projectId={project.id} />
          <DangerZone project={project} />
        </>
      );
    case "access":
      return <SiteAccessSettings projectId={project.id} />;
    case "members":
      return <ProjectMembers />;
    case "branches":
      return <BranchRules project={project} />;
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
          <PlanSettings project={project} />
          <CodeSettings project={project} />
          <SlackSettings project={project} />
          <BudgetSettings project={project} of="jobs" />
        </>
      );
    case "analytics":
      return <AnalyticsSettings projectId={project.id} />;
    case "webhooks":
      return <WebhookSettings projectId={project.id} />;
    case "audit":
      return <AuditLog organizationId={project.organizationId} projectId={project.id} />;
  }
}

/** Paths outside the documentation that the agent may write. */
function AgentSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. Takes effect with the next prompt.");
  return (
    <Section
      title="Files the agent can edit"
      description="The agent can always edit pages and docs.json. Allow other files here; repository content can't change this list."
    >
      <FormCard of="changeProject" values={project} change={change} onSubmit={(body) => change.mutate(body)}>
        <CodeArea
          label="Other files and folders"
          name="agentPaths"
          placeholder={"CHANGES.txt\nexamples/"}
          hint="One per line. End folders with a slash."
        />
      </FormCard>
    </Section>
  );
}

function PlanSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. Takes effect with the next prompt.");
  return (
    <Section
      title="Plans"
      description="A language model can show its plan first and change files only after somebody has answered it. Built-in tasks need no plan."
    >
      <FormCard of="changeProject" values={project} change={change} onSubmit={(body) => change.mutate(body)}>
        <CheckField label="Approve plans before the agent changes files" name="agentPlansFirst" />
      </FormCard>
    </Section>
  );
}

function DangerZone({ project }: { project: ProjectDetails }) {
  const { params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Danger zone">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-danger/40 px-5 py-4">
        <div>
          <p className="font-medium">Delete this project</p>
          <p className="text-ink-soft">Deletes its site, updates, jobs, keys and conversations.</p>
        </div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      {isAsking && (
        <ConfirmAction
          title={`Delete ${project.name}?`}
          action="Delete project"
          typed={project.domain}
          run={() => api.deleteProject({ projectId: project.id, domain: project.domain })}
          message={`${project.name} deleted.`}
          onDone={async () => {
            await navigate({ to: "/$organization", params: { organization: params.organization } });
            await queries.invalidateQueries(projectsQuery(project.organizationId));
          }}
          onClose={() => setAsking(false)}
        >
          <p>The site goes offline immediately, and everything in the project is deleted. This can't be undone.</p>
          {project.isHosted && <p>The repository is deleted too. Clone it first if you want to keep the pages.</p>}
        </ConfirmAction>
      )}
    </Section>
  );
}
