import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { keysQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { type DashboardKey, KeyTable } from "./key-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The IDs that API calls need, and all keys. */
export function KeysPage() {
  const { project, may } = useProject();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...keysQuery(project.id), enabled: may("admin") });
  const create = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      New key
    </Button>
  );
  const ofKind = (kind: DashboardKey["kind"]) => data?.keys.filter((key) => key.kind === kind);
  return (
    <Page
      title="API keys"
      documentTitle={`API keys of ${project.name}`}
      description="What scripts and chat clients call Lectern with. Only a hash of each key is stored."
      action={may("admin") && create}
    >
      <Card className="mb-10 grid gap-5 p-5 sm:grid-cols-2">
        <div className="min-w-0">
          <div className="mb-1 text-[13px] text-ink-faint">Project ID</div>
          <CopyValue text={project.id} label="Copy the project ID" />
        </div>
        <div className="min-w-0">
          <div className="mb-1 text-[13px] text-ink-faint">Domain</div>
          <CopyValue text={project.domain} label="Copy the domain" />
        </div>
      </Card>
      {!may("admin") && <Problem error={new Error("Only an admin of the organization sees and makes keys.")} />}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.keys.length === 0 && (
        <EmptyState icon={<KeyRound size={20} />} title="No key yet" action={create}>
          An admin key is for your servers; an assistant key is public, for chat in a page. Make one, and the calls to
          try it with are shown filled in.
        </EmptyState>
      )}
      {may("admin") && data?.keys.length !== 0 && error === null && (
        <>
          <Section
            title="Admin keys"
            description="Secret, for servers only: updates, agent jobs and git. They are for every project of the organization."
          >
            <KeyTable keys={ofKind("admin")} kind="admin" />
          </Section>
          <Section
            title="Assistant keys"
            description="Public, safe in a web page: they can only search this project and ask about it."
          >
            <KeyTable keys={ofKind("assistant")} kind="assistant" />
          </Section>
        </>
      )}
      {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}
