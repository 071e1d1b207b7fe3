import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { organizationPath } from "../api/organization-path.ts";
import { meQuery } from "../api/queries.ts";
import { useOrganization } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { TabBar, tabProps } from "../ui/tabs.tsx";
import { showMessage } from "../ui/toast.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Installations } from "./installations.tsx";
import { Invitations } from "./invitations.tsx";
import { Members } from "./members.tsx";
import type { OrganizationTab } from "./settings-tab.ts";

const tabs: readonly { tab: OrganizationTab; label: string }[] = [
  { tab: "members", label: "Members" },
  { tab: "general", label: "General" },
  { tab: "github", label: "GitHub" },
  { tab: "audit", label: "Audit log" },
];

/** Members and audit log of an organization. */
export function OrganizationPage() {
  const { organization, params, may } = useOrganization();
  const { tab = "members", outcome } = useSearch({ from: "/signed-in/$organization/-/settings" });
  return (
    <Page title={organization.name} documentTitle={`Organization ${organization.name}`}>
      {may("admin") && (
        <TabBar label="Parts of the organization">
          {tabs.map(({ tab: name, label }) => (
            <Link
              key={name}
              to="/$organization/-/settings"
              params={params}
              search={{ tab: name }}
              {...tabProps(name === tab)}
            >
              {label}
            </Link>
          ))}
        </TabBar>
      )}
      {(tab === "members" || !may("admin")) && <Members />}
      {may("admin") && tab === "members" && <Invitations />}
      {may("admin") && tab === "general" && (
        <Section
          title="Name"
          description="It stands in the addresses of the dashboard too; older ones with the id go on."
        >
          <NameForm key={organization.id} />
        </Section>
      )}
      {may("admin") && tab === "github" && <Installations outcome={outcome} />}
      {may("admin") && tab === "audit" && <AuditLog organizationId={organization.id} />}
    </Page>
  );
}

function NameForm() {
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => api.renameOrganization({ organizationId: organization.id, name }),
    meta: { showsError: true },
    onSuccess: async () => {
      // The address contains the name. Use the ID until the new name is loaded.
      await navigate({
        to: "/$organization/-/settings",
        params: { organization: organization.id },
        search: { tab: "general" },
        replace: true,
      });
      const me = await queries.fetchQuery({ ...meQuery, staleTime: 0 });
      const renamed = me.organizations.find(({ id }) => id === organization.id);
      if (renamed !== undefined) {
        const path = organizationPath(renamed, me.organizations);
        await navigate({
          to: "/$organization/-/settings",
          params: { organization: path },
          search: { tab: "general" },
          replace: true,
        });
      }
      showMessage("The organization has a new name.");
    },
  });
  return (
    <Card className="p-5">
      <form
        className="flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(String(new FormData(event.currentTarget).get("name")));
        }}
      >
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="Name of the organization"
            name="name"
            defaultValue={organization.name}
            maxLength={100}
            required
          />
        </div>
        <Button type="submit" isBusy={rename.isPending}>
          Rename
        </Button>
      </form>
      {rename.error !== null && <Problem error={rename.error} className="mt-4" />}
    </Card>
  );
}
