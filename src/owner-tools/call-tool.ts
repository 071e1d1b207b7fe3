import { draftToolOperations } from "../contract/draft-tool-operations.ts";
import type { Operation } from "../contract/operation.ts";
import { answer, createToolCaller, mistake, type Tool, type ToolAnswer, UnknownTool } from "../platform/tools/tool.ts";
import type { Project } from "../projects/store.ts";
import { siteTools } from "../visitors/mcp/tools.ts";
import type { FindReached } from "./reached-projects.ts";
import {
  listProjectsTool,
  type OperationTool,
  operationTools,
  pageToolNames,
  proposeEditTool,
  withProject,
} from "./tools.ts";

export interface OwnerTools {
  findReached: FindReached;
  /** Calls an operation with the caller's own key or token, through all of its gates. */
  send(method: Operation["method"], url: string, body: unknown): Promise<{ status: number; text: string }>;
  /** Calls a tool of a project's published site. */
  callSite(project: Project, name: string, input: unknown): Promise<ToolAnswer>;
}

const replyCharactersMax = 100_000;
const projectsMax = 500;

const pageTools: readonly Tool[] = siteTools
  .filter(({ name }) => (pageToolNames as readonly string[]).includes(name))
  .map(withProject);

export const ownerTools: readonly Tool[] = [
  listProjectsTool,
  ...pageTools,
  // The operation of a tool is nothing for clients.
  ...operationTools.map(({ operation: _operation, fixed: _fixed, ...tool }) => tool),
  proposeEditTool,
];

type Input = Record<string, unknown>;
const call = createToolCaller<Input>(ownerTools);

export function callOwnerTool(deps: OwnerTools, name: string, given: unknown): Promise<ToolAnswer> {
  return call(name, given, async (input) => {
    if (name === listProjectsTool.name) return listReached(deps);
    if (name === proposeEditTool.name) return proposeEdit(deps, input);
    const tool = operationTools.find((one) => one.name === name);
    if (tool !== undefined) return callOperation(deps, tool, input);
    const { projectId, ...rest } = input;
    const project = (await deps.findReached()).find(({ id }) => id === projectId);
    if (project === undefined) return mistake("Project not found; list_projects lists those you can use.");
    if (!pageTools.some((one) => one.name === name)) throw new UnknownTool(name, ownerTools);
    return deps.callSite(project, name, rest);
  });
}

async function listReached({ findReached }: OwnerTools): Promise<ToolAnswer> {
  const reached = await findReached();
  const projects = reached.slice(0, projectsMax).map(({ id, name, domain, branch }) => ({ id, name, domain, branch }));
  const lines = projects.map(({ id, name, domain }) => `- ${id}: ${name} (${domain})`);
  return answer(lines.length === 0 ? "There are no projects." : lines.join("\n"), { projects });
}

async function callOperation(deps: OwnerTools, { operation, fixed }: OperationTool, input: Input): Promise<ToolAnswer> {
  const { query, body } = operation;
  const given: Input = { ...input, ...fixed };
  const chosen = (names: object | undefined) =>
    Object.entries(given).filter(([name, value]) => Object.hasOwn(names ?? {}, name) && value !== undefined);
  const search = new URLSearchParams(chosen(query?.properties).map(([name, value]) => [name, String(value)]));
  const url = `${pathWith(operation.path, given)}${search.size === 0 ? "" : `?${search}`}`;
  const sent =
    operation.method === "POST" && body !== undefined ? Object.fromEntries(chosen(body.properties)) : undefined;
  const reply = await deps.send(operation.method, url, sent);
  if (reply.status >= 400) return mistake(errorIn(reply.text));
  if (reply.text.length > replyCharactersMax) {
    return mistake("The result is too long; ask for fewer with limit, or for a part of it.");
  }
  return answer(reply.text, JSON.parse(reply.text) as object);
}

/** Opens a draft, writes the files and requests a review. If a step fails, nothing is left behind. */
async function proposeEdit(deps: OwnerTools, input: Input): Promise<ToolAnswer> {
  const { createDraft, writeDraftFile, requestReview, discardDraft } = draftToolOperations;
  const { projectId, title, message = "", files } = input as unknown as ProposedEdit;
  const post = async ({ path }: { path: string }, values: Record<string, string>, body: unknown) => {
    const { status, text } = await deps.send("POST", pathWith(path, values), body);
    return status >= 400 ? { error: errorIn(text) } : { value: text === "" ? {} : (JSON.parse(text) as Input) };
  };
  const opened = await post(createDraft, { projectId }, { title });
  if (opened.value === undefined) return mistake(opened.error);
  const place = { projectId, draftId: String(opened.value.id) };
  const steps = [
    ...files.map((file) => () => post(writeDraftFile, place, file)),
    () => post(requestReview, place, { title, message }),
  ];
  let done: Awaited<ReturnType<typeof post>> = opened;
  for (const step of steps) {
    done = await step();
    if (done.value !== undefined) continue;
    await post(discardDraft, place, undefined);
    return mistake(done.error);
  }
  const { number, url, branch } = done.value as { number: number; url: string; branch: string };
  return answer(`Pull request ${number}: ${url}`, { number, url, branch });
}

interface ProposedEdit {
  projectId: string;
  title: string;
  message?: string;
  files: { path: string; text: string }[];
}

function pathWith(path: string, values: Input): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function errorIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Reported below.
  }
  return "The request failed.";
}
