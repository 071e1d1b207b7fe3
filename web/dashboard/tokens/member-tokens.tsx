import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { read } from "../api/read-query.ts";
import { useOrganization } from "../shell/current-project.ts";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { Section } from "../ui/page.tsx";
import { TokenTable } from "./token-table.tsx";

type MemberToken = Answer<"listOrganizationTokens">["tokens"][number];

/** All members' tokens that work in an organization, for its admins. */
export function MemberTokens() {
  const { organization } = useOrganization();
  const query = read("listOrganizationTokens", { organizationId: organization.id });
  const { data, error } = useQuery(query);
  const [revoking, setRevoking] = useState<MemberToken>();
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
        onRevoke={setRevoking}
      />
      {revoking !== undefined && (
        <ConfirmAction
          title="Revoke token"
          action="Revoke"
          run={() => api.revokeOrganizationToken({ organizationId: organization.id, tokenId: revoking.id })}
          rereads={[query]}
          message={`Revoked ${revoking.owner.name}’s token “${revoking.name}”.`}
          onClose={() => setRevoking(undefined)}
        >
          <p className="[overflow-wrap:anywhere]">
            {revoking.owner.name}’s token “{revoking.name}” (<code>{revoking.hint}</code>) stops working immediately
            {revoking.organizationId === null && ", in all their organizations"}. You can’t undo this.
          </p>
        </ConfirmAction>
      )}
    </Section>
  );
}
