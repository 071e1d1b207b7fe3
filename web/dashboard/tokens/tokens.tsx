import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api, meQuery, tokensQuery } from "../api/client.ts";
import { tokensHash, useOpenByHash } from "../shell/use-open-by-hash.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import { TokenTable } from "./token-table.tsx";

/** The person's own access tokens. */
export function Tokens() {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error } = useQuery(tokensQuery);
  const [isOpen, setOpen] = useState(false);
  useOpenByHash("create-token", () => setOpen(true));
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
        description="For git and the API. A token can do everything you can, within its scopes. Use it as the password for git; any user name works."
        action={
          <Button icon={<Plus size={16} />} onClick={() => setOpen(true)}>
            Create token
          </Button>
        }
      >
        <TokenTable
          tokens={data?.tokens}
          error={error}
          empty="No tokens yet. Create one to clone a repository and push your changes."
          middle={{
            title: "Works in",
            of: ({ organizationId }) => (organizationId === null ? "All organizations" : nameOf(organizationId)),
          }}
          revoke={({ id, name, hint }) => ({
            run: () => api.revokeToken({ tokenId: id }),
            rereads: [tokensQuery],
            message: `Revoked “${name}”.`,
            children: (
              <p className="[overflow-wrap:anywhere]">
                “{name}” (<code>{hint}</code>) stops working immediately. You can’t undo this.
              </p>
            ),
          })}
        />
        {isOpen && <NewTokenDialog organizations={me.organizations} onClose={() => setOpen(false)} />}
      </Section>
    </div>
  );
}
