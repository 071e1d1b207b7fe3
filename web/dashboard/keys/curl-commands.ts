export interface CurlCommand {
  title: string;
  command: string;
  /** The reason why the command doesn't work yet. */
  note?: string;
}

interface CurlPlace {
  origin: string;
  projectId: string;
  domain: string;
  secret: string;
  /** The latest update and job, for use in the examples. */
  statusId: string | undefined;
  jobId: string | undefined;
  /** Whether the key has write access. */
  canWrite: boolean;
}

/** Example calls for an admin key, filled in with existing IDs where possible. */
export function adminCommands({ origin, projectId, secret, statusId, jobId, canWrite }: CurlPlace): CurlCommand[] {
  const call = (path: string, body?: object) => curl(`${origin}${path}`, secret, body);
  const reads: CurlCommand[] = [
    {
      title: "Read the status of the newest update",
      command: call(`/v1/project/update-status/${statusId ?? "STATUS_ID"}`),
      ...(statusId === undefined && { note: "No updates yet. Trigger one first." }),
    },
    {
      title: "Read the newest agent job",
      command: call(`/v2/agent/${projectId}/job/${jobId ?? "JOB_ID"}`),
      ...(jobId === undefined && { note: "No agent jobs yet. Create one under “Agent jobs” first." }),
    },
    { title: "List the updates", command: call(`/v1/project/updates/${projectId}`) },
    { title: "List the agent jobs", command: call(`/v2/agent/${projectId}/jobs`) },
  ];
  const writes: CurlCommand[] = [
    { title: "Trigger an update", command: call(`/v1/project/update/${projectId}`, {}) },
    { title: "Create an agent job", command: call(`/v2/agent/${projectId}/job`, { prompt: "Fix broken links" }) },
  ];
  return canWrite ? [...reads, ...writes] : reads;
}

/** Example calls for an assistant key. */
export function assistantCommands({ origin, domain, secret }: CurlPlace): CurlCommand[] {
  const question = "How do I start?";
  const parts = [{ type: "text", text: question }];
  const ask = (version: "v1" | "v2", message: object) =>
    curl(`-N ${origin}/discovery/${version}/assistant/${domain}/message`, secret, {
      fp: "anonymous",
      ...(version === "v1" && { retrievalPageSize: 5 }),
      messages: [{ id: "1", role: "user", ...message }],
    });
  return [
    { title: "Ask the assistant", command: ask("v1", { content: question, parts }) },
    { title: "Ask in the format of chat SDK 5 and later", command: ask("v2", { parts }) },
    {
      title: "Search the pages",
      command: curl(`${origin}/discovery/v1/search/${domain}`, secret, { query: "start", pageSize: 5 }),
    },
  ];
}

function curl(address: string, secret: string, body?: object): string {
  const header = `curl ${address} \\\n  -H "Authorization: Bearer ${secret}"`;
  return body === undefined
    ? header
    : `${header} \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(body)}'`;
}
