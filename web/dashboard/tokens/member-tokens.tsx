import { useQuery } from "@tanstack/react-query";
import { api, read } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { Section } from "../ui/page.tsx";
import { TokenTable } from "./token-table.tsx";

/** All members' tokens that work in an organization, for its admins. */
export function MemberTokens() {
  const { organization } = useOrganization();
  const query = read("listOrganizationTokens", { organizationId: organization.id });
  const { data, error } = useQuery(query);
  return (
    <Section
      title="Personal access tokens"
      description="Tokens that members created for git and the API and that work in this organization."
    >
      <TokenTable
        tokens={data?.tokens}
        error={error}
        empty="No member has created a token yet."
        middle={{ title: "Owner", of: ({ owner }) => <span title={owner.email}>{owner.name}</span> }}
        revoke={({ id, name, owner, hint, organizationId }) => ({
          run: () => api.revokeOrganizationToken({ organizationId: organization.id, tokenId: id }),
          rereads: [query],
          message: `Revoked ${owner.name}’s token “${name}”.`,
          children: (
            <p className="[overflow-wrap:anywhere]">
              {owner.name}’s token “{name}” (<code>{hint}</code>) stops working immediately
              {organizationId === null && ", in all their organizations"}. You can’t undo this.
            </p>
          ),
        })}
      />
    </Section>
  );
}
