import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { api, readerSessionsQuery } from "../../api/client.ts";
import { Button, RowButton } from "../../ui/button.tsx";
import { ConfirmAction } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useAction } from "../../ui/use-action.ts";

const methodNames: Readonly<Record<string, string>> = {
  password: "Password",
  members: "Member",
  server: "Single sign-on",
  provider: "Identity provider",
  jwt: "Your product",
  mail: "Link by mail",
  preview: "Preview link",
};

/** The readers who are signed in to the site. */
export function ReaderSessions({ projectId }: { projectId: string }) {
  const [isAsking, setAsking] = useState(false);
  const { data, error } = useQuery(readerSessionsQuery(projectId));
  const end = useAction((sessionId: string) => api.endReaderSession({ projectId, sessionId }), {
    rereads: [readerSessionsQuery(projectId)],
    message: "Session ended.",
  });
  return (
    <Section
      title="Signed-in readers"
      description={
        data === undefined || data.count <= data.sessions.length
          ? "Each session is one browser."
          : `The newest ${data.sessions.length} of ${data.count} sessions.`
      }
      {...(data !== undefined &&
        data.count > 0 && { action: <Button onClick={() => setAsking(true)}>End all</Button> })}
    >
      <Table
        label="Signed-in readers"
        query={{ error }}
        rows={data?.sessions}
        keyOf={({ id }) => id}
        empty="Nobody is signed in."
        columns={({ main, column, time, actions }) => [
          main("Reader", ({ reader, method }) => (
            <span className="block truncate">{reader || methodNames[method]}</span>
          )),
          column("Signed in with", ({ method }) => methodNames[method] ?? method, { className: "text-ink-soft" }),
          column("Groups", ({ groups }) => groups.join(", "), { className: "text-ink-soft" }),
          time("Until", ({ expiresAt }) => expiresAt),
          actions(({ id, reader }) => (
            <RowButton
              label={`End the session of ${reader || "this reader"}`}
              icon={<LogOut size={16} />}
              onClick={() => end.mutate(id)}
            >
              End
            </RowButton>
          )),
        ]}
      />
      {isAsking && (
        <ConfirmAction
          title="End all sessions of readers?"
          action="End all"
          run={() => api.endReaderSessions({ projectId })}
          rereads={[readerSessionsQuery(projectId)]}
          message="All sessions ended."
          onClose={() => setAsking(false)}
        >
          <p>Every reader must sign in again. Preview links keep working.</p>
        </ConfirmAction>
      )}
    </Section>
  );
}
