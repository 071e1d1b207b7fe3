import { useQuery } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { type Answer, api, installationsQuery } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { Button, RowButton } from "../ui/button.tsx";
import { EmptyNote, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { type SetupOutcome, setupOutcomes } from "./settings-tab.ts";

type Listed = Answer<"listInstallations">;
/** A connected installation, or one that the person can connect. */
type Installation = Listed["offers"][number] & Partial<Listed["installations"][number]>;

interface Choice {
  host: string;
  id: number;
}

/** The installations of the GitHub App that act for the organization. */
export function Installations({ outcome }: { outcome: SetupOutcome | undefined }) {
  const { organization } = useOrganization();
  const organizationId = organization.id;
  const { data, error } = useQuery(installationsQuery(organizationId));
  const start = useAction((isNew: boolean) => api.startInstallation({ organizationId, isNew }), {
    onDone: ({ url }) => window.location.assign(url),
    showsError: true,
  });
  const connect = useAction((choice: Choice) => api.connectInstallation({ organizationId, ...choice }), {
    rereads: [installationsQuery(organizationId)],
    message: "Installation connected.",
  });
  const disconnect = useAction((choice: Choice) => api.disconnectInstallation({ organizationId, ...choice }), {
    rereads: [installationsQuery(organizationId)],
    message: "Installation disconnected. The app is still installed on GitHub.",
  });
  const problem = error ?? start.error ?? connect.error ?? disconnect.error;
  return (
    <Section
      title="GitHub"
      description="The GitHub App reads repositories and opens pull requests for projects without an access token. Connect an installation to use it in this organization."
      action={
        data?.canConnect && (
          <div className="flex flex-wrap gap-2">
            <Button isBusy={start.isPending} onClick={() => start.mutate(true)}>
              Install app
            </Button>
            <Button icon={<Link2 size={16} />} isBusy={start.isPending} onClick={() => start.mutate(false)}>
              Connect
            </Button>
          </div>
        )
      }
    >
      {outcome !== undefined && (
        <p role="status" className="mb-4 rounded-card border border-line px-5 py-4">
          {setupOutcomes[outcome]}
        </p>
      )}
      <Problem error={problem} className="mb-4" />
      {data?.hasApp === false && (
        <EmptyNote>
          No GitHub App is configured on this server. Add an access token in the settings of each project instead.
        </EmptyNote>
      )}
      {data?.hasApp && !data.canConnect && (
        <EmptyNote>
          Only the operator can connect installations on this server: lectern installation assign {organizationId}{" "}
          INSTALLATION
        </EmptyNote>
      )}
      {data?.canConnect && data.installations.length === 0 && data.offers.length === 0 && (
        <EmptyNote>No installations connected.</EmptyNote>
      )}
      {data !== undefined && data.installations.length + data.offers.length > 0 && (
        <Table<Installation>
          label="Installations"
          rows={[...data.installations, ...data.offers]}
          keyOf={({ host, id }) => `${host} ${id}`}
          columns={({ main, column, time, actions }) => [
            main("Account", ({ account, createdAt }) => (
              <>
                <span className="block truncate">{account}</span>
                <Beneath>{createdAt !== undefined && <Time at={createdAt} />}</Beneath>
              </>
            )),
            column("Connected by", ({ connectedBy = "Not connected" }) => connectedBy, {
              from: "sm",
              className: "text-ink-soft",
            }),
            time("Since", ({ createdAt = null }) => createdAt, { none: "–" }),
            actions(({ host, id, account, createdAt }) =>
              createdAt === undefined ? (
                <Button
                  size="small"
                  aria-label={`Connect ${account}`}
                  isBusy={connect.isPending}
                  onClick={() => connect.mutate({ host, id })}
                >
                  Connect
                </Button>
              ) : (
                <RowButton
                  label={`Disconnect ${account}`}
                  icon={<Unlink size={16} />}
                  onClick={() => disconnect.mutate({ host, id })}
                >
                  Disconnect
                </RowButton>
              ),
            ),
          ]}
        />
      )}
    </Section>
  );
}
