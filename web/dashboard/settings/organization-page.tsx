import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, meQuery } from "../api/client.ts";
import { organizationPath } from "../api/organization-path.ts";
import { useOrganization } from "../shell/current-project.ts";
import { MemberTokens } from "../tokens/member-tokens.tsx";
import { NameForm } from "../ui/form.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useAction } from "../ui/use-action.ts";
import { Webhooks } from "../webhooks/webhooks.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Installations } from "./installations.tsx";
import { Invitations } from "./invitations.tsx";
import { Members } from "./members.tsx";
import { OrganizationSignIn } from "./organization-sign-in.tsx";
import { SecuritySettings } from "./security-settings.tsx";
import { organizationTabs } from "./settings-tab.ts";

/** Members and audit log of an organization. */
export function OrganizationPage() {
  const { organization, params, may } = useOrganization();
  const { tab = "members", outcome } = useSearch({ from: "/signed-in/$organization/-/settings" });
  return (
    <Page title={organization.name} documentTitle={`Organization · ${organization.name}`}>
      {may("admin") && (
        <Tabs
          label="Organization settings"
          tabs={organizationTabs}
          current={tab}
          link={(name) => ({ to: "/$organization/-/settings", params, search: { tab: name } })}
        />
      )}
      {(tab === "members" || !may("admin")) && <Members />}
      {may("admin") && tab === "members" && <Invitations />}
      {may("admin") && tab === "members" && <MemberTokens />}
      {may("admin") && tab === "general" && (
        <Section title="Name" description="Also used in dashboard URLs. Links that contain the ID keep working.">
          <OrganizationName key={organization.id} />
        </Section>
      )}
      {may("admin") && tab === "security" && <SecuritySettings />}
      {may("admin") && tab === "sso" && <OrganizationSignIn organizationId={organization.id} />}
      {may("admin") && tab === "github" && <Installations outcome={outcome} />}
      {may("admin") && tab === "webhooks" && <Webhooks organizationId={organization.id} />}
      {may("admin") && tab === "audit" && <AuditLog organizationId={organization.id} />}
    </Page>
  );
}

function OrganizationName() {
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const goTo = (path: string) =>
    navigate({
      to: "/$organization/-/settings",
      params: { organization: path },
      search: { tab: "general" },
      replace: true,
    });
  const rename = useAction((name: string) => api.renameOrganization({ organizationId: organization.id, name }), {
    message: "Organization renamed.",
    onDone: async () => {
      // The address contains the name, so the ID is used until the new name has loaded.
      await goTo(organization.id);
      const me = await queries.fetchQuery({ ...meQuery, staleTime: 0 });
      const renamed = me.organizations.find(({ id }) => id === organization.id);
      if (renamed !== undefined) {
        await goTo(organizationPath(renamed, me.organizations));
      }
    },
    showsError: true,
  });
  return <NameForm label="Organization name" name={organization.name} action="Rename" change={rename} />;
}
