export interface CurlCommand {
  title: string;
  command: string;
  /** Why it does not work yet. */
  note?: string;
}

interface CurlPlace {
  origin: string;
  projectId: string;
  domain: string;
  secret: string;
  /** The newest update and job, to be read. */
  statusId: string | undefined;
  jobId: string | undefined;
}

/** The calls that an admin key is for, filled in as far as there is something to read. */
export function adminCommands({ origin, projectId, secret, statusId, jobId }: CurlPlace): CurlCommand[] {
  const header = `-H "Authorization: Bearer ${secret}"`;
  return [
    {
      title: "Read the status of the newest update",
      command: `curl ${origin}/v1/project/update-status/${statusId ?? "STATUS_ID"} \\\n  ${header}`,
      ...(statusId === undefined && { note: "There is no update yet; trigger one first." }),
    },
    {
      title: "Read the newest agent job",
      command: `curl ${origin}/v2/agent/${projectId}/job/${jobId ?? "JOB_ID"} \\\n  ${header}`,
      ...(jobId === undefined && { note: "There is no agent job yet; make one under “Agent jobs” first." }),
    },
  ];
}

/** The call that an assistant key is for. */
export function assistantCommands({ origin, domain, secret }: CurlPlace): CurlCommand[] {
  const body = JSON.stringify({
    fp: "anonymous",
    retrievalPageSize: 5,
    messages: [
      { id: "1", role: "user", content: "How do I start?", parts: [{ type: "text", text: "How do I start?" }] },
    ],
  });
  return [
    {
      title: "Ask the assistant",
      command: `curl -N ${origin}/discovery/v1/assistant/${domain}/message \\\n  -H "Authorization: Bearer ${secret}" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
    },
  ];
}
