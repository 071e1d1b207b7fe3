import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import { organizationPath } from "../api/organization-path.ts";
import { meQuery } from "../api/queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Cell, Row, Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";

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
      <Table label="Organizations" columns={[{ title: "Name" }, { title: "Your role" }]}>
        {me.organizations.map((organization) => (
          <Row key={organization.id}>
            <Cell>
              <Link
                to="/$organization"
                params={{ organization: organizationPath(organization, me.organizations) }}
                className="font-medium hover:text-accent"
              >
                {organization.name}
              </Link>
            </Cell>
            <Cell>
              <Badge>{organization.role}</Badge>
            </Cell>
          </Row>
        ))}
      </Table>
      {isOpen && <NewOrganization onClose={() => setOpen(false)} />}
    </Section>
  );
}

function NewOrganization({ onClose }: { onClose: () => void }) {
  const create = useAction((name: string) => api.createOrganization({ name }), {
    rereads: [meQuery],
    message: ({ name }) => `${name} created.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <FormDialog
      title="New organization"
      action="Create"
      change={create}
      onSubmit={(fields) => create.mutate(String(fields.get("name")))}
      onClose={onClose}
    >
      <TextField label="Name" name="name" maxLength={100} required autoFocus />
    </FormDialog>
  );
}
