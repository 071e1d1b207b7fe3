import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { auditStreamQuery } from "../api/queries.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { showMessage } from "../ui/toast.tsx";
import { TestOutcome } from "./test-outcome.tsx";

type Stream = NonNullable<Answer<"getAuditStream">["stream"]>;

const states: Readonly<Record<Stream["state"], { label: string; tone: BadgeTone }>> = {
  active: { label: "Active", tone: "ok" },
  failing: { label: "Failing, retrying", tone: "warn" },
  stopped: { label: "Stopped", tone: "danger" },
};

/** The webhook that each entry of the audit log is sent to. */
export function AuditStreamSettings({ organizationId }: { organizationId: string }) {
  const queries = useQueryClient();
  const { data, error } = useQuery(auditStreamQuery(organizationId));
  const [secret, setSecret] = useState<string | null>(null);
  const reread = () => queries.invalidateQueries(auditStreamQuery(organizationId));
  const save = useMutation({
    mutationFn: (request: { url: string; newSecret?: boolean }) =>
      api.changeAuditStream({ organizationId, ...request }),
    onSuccess: async (changed) => {
      if (changed.secret !== null) setSecret(changed.secret);
      await reread();
      showMessage("Webhook saved.");
    },
  });
  const stream = data?.stream;
  return (
    <Section
      title="Webhook"
      description="Sends each new entry to your log system as JSON, in order, signed as in Standard Webhooks."
    >
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <Card className="grid max-w-3xl gap-4 p-5">
          {stream !== null && stream !== undefined && <StreamState stream={stream} />}
          <Form
            key={stream?.url ?? ""}
            className="grid gap-4"
            onSubmit={(fields) => save.mutate({ url: String(fields.get("url")).trim() })}
          >
            <TextField
              label="URL"
              name="url"
              type="url"
              required
              maxLength={1_000}
              defaultValue={stream?.url ?? ""}
              placeholder="https://logs.example.com/lectern"
            />
            <SubmitRow change={save}>{stream === null ? "Add webhook" : "Save"}</SubmitRow>
          </Form>
          {secret !== null && (
            <div className="grid gap-1.5">
              <span className="font-medium">Signing secret</span>
              <CopyValue text={secret} label="Copy the secret" />
              <span className="text-[13px] text-ink-faint">Copy it now. It won't be shown again.</span>
            </div>
          )}
          {stream !== null && stream !== undefined && (
            <StreamActions
              organizationId={organizationId}
              stream={stream}
              onReplace={() => save.mutate({ url: stream.url, newSecret: true })}
            />
          )}
        </Card>
      )}
    </Section>
  );
}

function StreamState({ stream }: { stream: Stream }) {
  const { label, tone } = states[stream.state];
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-ink-soft">
          {stream.deliveredAt === null ? (
            "Nothing delivered yet."
          ) : (
            <>
              Last delivery <Time at={stream.deliveredAt} />
            </>
          )}
        </span>
        {stream.waiting > 0 && <span className="text-ink-soft">{stream.waiting.toLocaleString("en")} waiting</span>}
      </span>
      {stream.lastError !== null && (
        <span className="text-[13px] text-warn">
          {stream.lastError}
          {stream.retryAt !== null && " Retrying automatically."}
        </span>
      )}
      <span className="text-[13px] text-ink-faint">
        Set by {stream.setBy} <Time at={stream.setAt} />
      </span>
    </div>
  );
}

interface StreamActionsProps {
  organizationId: string;
  stream: Stream;
  onReplace: () => void;
}

function StreamActions({ organizationId, stream, onReplace }: StreamActionsProps) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries(auditStreamQuery(organizationId));
  const test = useMutation({ mutationFn: () => api.testAuditStream({ organizationId }), onSettled });
  const resume = useMutation({ mutationFn: () => api.resumeAuditStream({ organizationId }), onSettled });
  const remove = useMutation({ mutationFn: () => api.removeAuditStream({ organizationId }), onSettled });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <Button size="small" isBusy={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        {stream.state !== "active" && (
          <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate()}>
            {stream.state === "stopped" ? "Resume" : "Retry now"}
          </Button>
        )}
        <Button size="small" onClick={onReplace}>
          Replace secret
        </Button>
        <Button size="small" look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Remove webhook
        </Button>
      </div>
      <TestOutcome test={test} success="The webhook accepted the test event." />
    </div>
  );
}
