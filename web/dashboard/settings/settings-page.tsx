import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { LoadingPage } from "../shell/whole-page.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { AuditLog } from "./audit-log.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { ModelSettings } from "./model-settings.tsx";
import { RepositorySettings } from "./repository-settings.tsx";
import { WebhookSettings } from "./webhook-settings.tsx";

/** Everything about one project that an admin can change. */
export function SettingsPage() {
  const { organization, project, may } = useProject();
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
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <RepositorySettings project={data} />
          <DomainSettings project={data} />
          <ModelSettings project={data} />
          <WebhookSettings projectId={project.id} />
          <AuditLog organizationId={organization.id} projectId={project.id} />
          <DangerZone project={data} />
        </>
      )}
    </Page>
  );
}
