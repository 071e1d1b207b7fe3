import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { organizationTokensQuery } from "./token-queries.ts";
import { TokenTable } from "./token-table.tsx";

type MemberToken = Answer<"listOrganizationTokens">["tokens"][number];

/** All members' tokens that work in an organization, for its admins. */
export function MemberTokens() {
  const { organization } = useOrganization();
  const { data, error } = useQuery(organizationTokensQuery(organization.id));
  const [revoking, setRevoking] = useState<MemberToken>();
  return (
    <Section
      title="Personal access tokens"
      description="Tokens that members created for git and the API and that work in this organization."
    >
      {error !== null && <Problem error={error} />}
      {data?.tokens.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
          No member has created a token yet.
        </p>
      )}
      {error === null && data?.tokens.length !== 0 && (
        <TokenTable
          tokens={data?.tokens}
          middle={{ title: "Owner", of: ({ owner }) => <span title={owner.email}>{owner.name}</span> }}
          onRevoke={setRevoking}
        />
      )}
      {revoking !== undefined && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  );
}

function RevokeDialog({ token, onClose }: { token: MemberToken; onClose: () => void }) {
  const { organization } = useOrganization();
  const revoke = useAction(() => api.revokeOrganizationToken({ organizationId: organization.id, tokenId: token.id }), {
    rereads: [organizationTokensQuery(organization.id)],
    message: `Revoked ${token.owner.name}’s token “${token.name}”.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <ConfirmDialog title="Revoke token" action="Revoke" change={revoke} onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        {token.owner.name}’s token “{token.name}” (<code>{token.hint}</code>) stops working immediately
        {token.organizationId === null && ", in all their organizations"}. You can’t undo this.
      </p>
    </ConfirmDialog>
  );
}
