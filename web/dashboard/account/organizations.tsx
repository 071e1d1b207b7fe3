import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, meQuery } from "../api/client.ts";
import { organizationPath } from "../api/organization-path.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";

/** The account's organizations. Admins can create another one. */
export function Organizations() {
  const { data: me } = useSuspenseQuery(meQuery);
  const [isOpen, setOpen] = useState(false);
  const mayCreate = me.organizations.some(({ role }) => role === "admin");
  return (
    <Section
      title="Organizations"
      description="Each organization has its own projects, members and API keys."
      action={mayCreate && <Button onClick={() => setOpen(true)}>New organization</Button>}
    >
      <Table
        label="Organizations"
        rows={me.organizations}
        keyOf={({ id }) => id}
        columns={({ column }) => [
          column("Name", (organization) => (
            <Link
              to="/$organization"
              params={{ organization: organizationPath(organization, me.organizations) }}
              className="font-medium hover:text-accent"
            >
              {organization.name}
            </Link>
          )),
          column("Your role", ({ role }) => <Badge>{role}</Badge>),
        ]}
      />
      {isOpen && (
        <ActionDialog
          title="New organization"
          action="Create"
          run={(fields) => api.createOrganization({ name: String(fields.get("name")) })}
          rereads={[meQuery]}
          message={({ name }) => `${name} created.`}
          onClose={() => setOpen(false)}
        >
          <TextField label="Name" name="name" maxLength={100} required autoFocus />
        </ActionDialog>
      )}
    </Section>
  );
}
