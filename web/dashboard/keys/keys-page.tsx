import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { keysQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { tokensHash, useOpenByHash } from "../shell/use-open-by-hash.ts";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { Card, EmptyState, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { type DashboardKey, KeyTable } from "./key-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The IDs that API calls need, and the list of keys. */
export function KeysPage() {
  const { project, may, mayManageOrganization } = useProject();
  const [isOpen, setOpen] = useState(false);
  useOpenByHash("create", () => setOpen(may("admin")));
  const { data, error, refetch } = useQuery({ ...keysQuery(project.id), enabled: may("admin") });
  const create = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
      Create key
    </Button>
  );
  const ofKind = (kind: DashboardKey["kind"]) => data?.keys.filter((key) => key.kind === kind);
  return (
    <Page
      title="API keys"
      documentTitle={`API keys of ${project.name}`}
      description={
        <>
          Keys let servers and chat widgets call the API without a person. For your own scripts and for git, use a{" "}
          <Link to="/account" hash={tokensHash} className="text-accent underline">
            personal access token
          </Link>
          .
        </>
      }
      action={may("admin") && create}
    >
      <Card className="mb-10 grid gap-5 p-5 sm:grid-cols-2">
        <div className="min-w-0">
          <div className="mb-1 text-[13px] text-ink-faint">Project ID</div>
          <CopyValue text={project.id} label="Copy the project ID" />
        </div>
        <div className="min-w-0">
          <div className="mb-1 text-[13px] text-ink-faint">Subdomain</div>
          <CopyValue text={project.domain} label="Copy the subdomain" />
        </div>
      </Card>
      {!may("admin") && <Problem error={new Error("Only admins can view and create keys.")} />}
      <Problem error={error} onRetry={refetch} />
      {data?.keys.length === 0 && (
        <EmptyState icon={<KeyRound size={20} />} title="No keys yet" action={create}>
          Admin keys are for your servers. Assistant keys are public and let a web page search and ask. When you create
          one, you get example calls to try.
        </EmptyState>
      )}
      {may("admin") && data?.keys.length !== 0 && error === null && (
        <>
          {mayManageOrganization && (
            <Section
              title="Admin keys"
              description="Secret. For servers and CI: updates, agent jobs and git, in every project of the organization."
            >
              <KeyTable keys={ofKind("admin")} kind="admin" />
            </Section>
          )}
          <Section
            title="Assistant keys"
            description="Public and safe to use in a web page. They can only search this project and ask about it."
          >
            <KeyTable keys={ofKind("assistant")} kind="assistant" />
          </Section>
        </>
      )}
      {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}
