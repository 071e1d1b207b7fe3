import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/client.ts";
import { meQuery } from "../api/queries.ts";
import { useOpenByHash } from "../shell/use-open-by-hash.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import { tokensQuery } from "./token-queries.ts";
import { type Token, TokenTable } from "./token-table.tsx";
import { tokensHash } from "./tokens-hash.ts";

/** The person's own access tokens. */
export function Tokens() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error } = useQuery(tokensQuery);
  const [isOpen, setOpen] = useState(false);
  useOpenByHash("create-token", () => setOpen(true));
  const [revoking, setRevoking] = useState<Token>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The section isn't rendered yet when the browser scrolls to the hash.
    if (window.location.hash === `#${tokensHash}`) place.current?.scrollIntoView();
  }, []);
  const nameOf = (id: string) => me.organizations.find((organization) => organization.id === id)?.name ?? id;
  return (
    <div id={tokensHash} ref={place} className="scroll-mt-6">
      <Section
        title="Personal access tokens"
        description="For git and the API. A token can do what you can do, within its scopes. Use it as the password for git; any user name works."
        action={
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
            Create token
          </Button>
        }
      >
        {error !== null && <Problem error={error} />}
        {data?.tokens.length === 0 && (
          <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
            No tokens yet. Create one to clone a repository and push your changes.
          </p>
        )}
        {error === null && data?.tokens.length !== 0 && (
          <TokenTable
            tokens={data?.tokens}
            middle={{
              title: "Works in",
              of: ({ organizationId }) => (organizationId === null ? "All organizations" : nameOf(organizationId)),
            }}
            onRevoke={setRevoking}
          />
        )}
        {isOpen && <NewTokenDialog organizations={me.organizations} onClose={() => setOpen(false)} />}
        {revoking !== undefined && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
      </Section>
    </div>
  );
}

function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useAction(() => api.revokeToken({ tokenId: token.id }), {
    rereads: [tokensQuery],
    message: `Revoked “${token.name}”.`,
    onDone: onClose,
    showsError: true,
  });
  return (
    <ConfirmDialog title="Revoke token" action="Revoke" change={revoke} onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        “{token.name}” (<code>{token.hint}</code>) stops working immediately. You can’t undo this.
      </p>
    </ConfirmDialog>
  );
}
