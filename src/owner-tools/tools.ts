import Type, { type TProperties } from "typebox";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import type { Tool } from "../platform/tools/tool.ts";

/** A tool that calls one operation of the API. */
export interface OperationTool extends Tool {
  operation: Operation;
  /** Parts of the request that the caller doesn't choose. */
  fixed: Readonly<Record<string, string>>;
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const strict = { additionalProperties: false } as const;
// An ID becomes part of the operation's path, so `..` must not be one.
const id = { minLength: 1, maxLength: 100, pattern: "^[\\w-]+$" };
const projectId = Type.String({ ...id, description: "A project's ID, from list_projects." });

const names: Readonly<Record<string, string>> = {
  statusId: "An update's ID, from list_updates.",
  id: "A job's ID, from list_jobs.",
  number: "A pull request's number, from list_pull_requests.",
};

interface Described {
  name: string;
  title: string;
  description: string;
  operation: Operation;
  /** The fields of query and body that the tool takes. */
  fields?: readonly string[];
  fixed?: Readonly<Record<string, string>>;
}

const described: readonly Described[] = [
  {
    name: "list_updates",
    title: "List updates",
    description: "Lists the updates (builds and publications) of a project, newest first.",
    operation: operations.listUpdates,
    fields: ["status", "limit", "cursor"],
  },
  {
    name: "get_update",
    title: "Get an update",
    description: "Returns the state of an update, with the end of its log.",
    operation: operations.getUpdateStatus,
  },
  {
    name: "list_update_problems",
    title: "List the problems of an update",
    description: "Lists what the build reported about pages and settings.",
    operation: operations.listUpdateProblems,
  },
  {
    name: "trigger_update",
    title: "Trigger an update",
    description: "Rebuilds and publishes the project's site.",
    operation: operations.triggerUpdate,
  },
  {
    name: "list_jobs",
    title: "List agent jobs",
    description: "Lists the agent jobs of a project, newest first.",
    operation: operations.listAgentJobs,
    fields: ["status", "limit", "cursor"],
  },
  {
    name: "get_job",
    title: "Get an agent job",
    description: "Returns an agent job: its state, outcome, summary and pull request.",
    operation: operations.getAgentJob,
  },
  {
    name: "start_job",
    title: "Start an agent job",
    description: "Asks the agent to change the docs. Its work becomes a pull request. Follow it with get_job.",
    operation: operations.createAgentJob,
    fields: ["prompt", "ref"],
  },
  {
    name: "continue_job",
    title: "Send an agent job a message",
    description: "Asks the agent for a change to the pull request of a job.",
    operation: operations.sendAgentMessage,
    fields: ["prompt"],
  },
  {
    name: "list_pull_requests",
    title: "List pull requests",
    description: "Lists the pull requests of a project that is hosted on this server, newest first.",
    operation: operations.listPullRequests,
    fields: ["status", "limit", "cursor"],
  },
  {
    name: "get_pull_request",
    title: "Get a pull request",
    description: "Returns a pull request with its changes, comments and reviews.",
    operation: operations.getPullRequest,
  },
  {
    name: "comment_pull_request",
    title: "Comment on a pull request",
    description: "Adds a comment to a pull request, or a reply to a comment.",
    operation: operations.commentPullRequest,
    fields: ["body", "replyTo"],
  },
  {
    name: "list_unanswered_questions",
    title: "List unanswered questions",
    description: "Lists readers' questions that the pages don't answer, newest first.",
    operation: operations.listInsightQuestions,
    fields: ["limit", "cursor"],
    fixed: { outcome: "not_in_docs" },
  },
];

export const operationTools: readonly OperationTool[] = described.map(
  ({ name, title, description, operation, fields = [], fixed = {} }) => ({
    name,
    title,
    description,
    operation,
    fixed,
    inputSchema: Type.Object({ ...pathFields(operation), ...chosenFields(operation, fields) }, strict),
    annotations: operation.method === "GET" ? reads : writes,
  }),
);

function pathFields({ path }: Operation): TProperties {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      name === "projectId" ? projectId : Type.String({ ...id, description: names[name] ?? `The ${name}.` }),
    ]),
  );
}

function chosenFields({ query, body }: Operation, fields: readonly string[]): TProperties {
  const known = { ...query?.properties, ...body?.properties };
  return Object.fromEntries(fields.map((name) => [name, known[name]])) as TProperties;
}

const filesMax = 20;
const textLengthMax = 200_000;

export const listProjectsTool: Tool = {
  name: "list_projects",
  title: "List projects",
  description: "Lists the projects that this key or token reaches. The other tools need a project's ID.",
  inputSchema: Type.Object({}, strict),
  annotations: reads,
};

export const proposeEditTool: Tool = {
  name: "propose_edit",
  title: "Propose an edit",
  description:
    "Writes whole files and opens a pull request with them, in the name of the token's owner. Nothing is published before it is merged. Needs a personal access token.",
  inputSchema: Type.Object(
    {
      projectId,
      title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S", description: "The pull request's title." }),
      message: Type.Optional(Type.String({ maxLength: 10_000, description: "Why the change is right." })),
      files: Type.Array(
        Type.Object(
          {
            path: Type.String({
              minLength: 1,
              maxLength: 500,
              description: "Relative to the docs, such as guides/start.mdx.",
            }),
            text: Type.String({ maxLength: textLengthMax, description: "The file's whole new text." }),
          },
          strict,
        ),
        { minItems: 1, maxItems: filesMax },
      ),
    },
    strict,
  ),
  annotations: writes,
};

/** The tools of published sites that owners have for each of their projects. */
export const pageToolNames = ["search", "read_page", "list_pages"] as const;

/** The same tool, which also takes a project. */
export function withProject(tool: Tool): Tool {
  const inputSchema = Type.Object({ projectId, ...tool.inputSchema.properties }, strict);
  return { ...tool, inputSchema };
}
