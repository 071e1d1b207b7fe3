import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { Answer } from "../api/client.ts";
import { jobsQuery, updatesQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Command } from "../ui/command.tsx";
import { Notice } from "../ui/notice.tsx";
import { adminCommands, assistantCommands, type CurlCommand } from "./curl-commands.ts";

/** The most common calls first. */
const shownMax = 2;

/** The new key with ready-made example calls. */
export function CreatedKey({ created: { key, secret } }: { created: Answer<"createKey"> }) {
  const { project } = useProject();
  const updates = useInfiniteQuery(updatesQuery(project.id));
  const jobs = useInfiniteQuery(jobsQuery(project.id));
  const place = {
    origin: window.location.origin,
    projectId: project.id,
    domain: project.domain,
    secret,
    statusId: updates.data?.pages[0]?.updates[0]?._id,
    jobId: jobs.data?.pages[0]?.jobs[0]?.id,
    canWrite: key.scopes.includes("write"),
  };
  const commands = key.kind === "admin" ? adminCommands(place) : assistantCommands(place);
  return (
    <div className="grid gap-5">
      <Notice>Copy the key now. You won’t be able to see it again.</Notice>
      <Command text={secret} label="Copy key" />
      <div className="grid gap-4">
        <h3>Try it</h3>
        <Commands commands={commands.slice(0, shownMax)} />
        {commands.length > shownMax && (
          <details className="group">
            <summary className="flex items-center gap-1.5 py-1 text-accent">
              <ChevronRight size={16} className="group-open:rotate-90" />
              {commands.length - shownMax} more calls
            </summary>
            <div className="mt-3 grid gap-4">
              <Commands commands={commands.slice(shownMax)} />
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

function Commands({ commands }: { commands: readonly CurlCommand[] }) {
  return commands.map(({ title, command, note }) => (
    <div key={title} className="grid gap-1.5">
      <p className="text-ink-soft">{title}</p>
      <Command text={command} />
      {note !== undefined && <p className="text-[13px] text-ink-faint">{note}</p>}
    </div>
  ));
}
