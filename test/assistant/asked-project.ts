import { createKey } from "../../src/keys/create-key.ts";
import type { Files } from "../updates/clone.ts";
import type { Publisher } from "../updates/publisher.ts";

/** Documentation that answers only a few questions. */
export const pages: Files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Kettle",
    colors: { primary: "#3b5bdb" },
    navigation: { pages: ["index", "install", "timers", "errors"] },
  }),
  "index.mdx": "---\ntitle: Kettle\n---\n\nKettle boils water on a schedule.\n",
  "install.mdx": [
    "---\ntitle: Install\ndescription: Get Kettle running.\n---\n",
    "## Linux\n\nInstall the package with apt, then start the service.\n\n```sh\napt install kettle\n```\n",
    "## Windows\n\nDownload the installer and run kettle-setup.exe as administrator.\n",
  ].join("\n"),
  "timers.mdx":
    "---\ntitle: Timers\n---\n\n## Create a timer\n\nA timer boils water at a given hour. Call `createTimer` with a cron expression.\n\n```ts\ncreateTimer({ cron: '0 7 * * *' });\n```\n",
  "errors.mdx":
    "---\ntitle: Errors\n---\n\n## KT-4041\n\nThe error KT-4041 means that the tank is empty. Fill the tank and restart the timer.\n",
};

export interface AskedProject {
  projectId: string;
  key: string;
  siteUrl: string;
}

/** Publishes the pages and creates an assistant key. */
export async function publishPages(lectern: Publisher, domain: string, files: Files = pages): Promise<AskedProject> {
  const { project } = await lectern.publish(domain, files);
  const { app } = lectern;
  const request = { kind: "assistant" as const, organizationId: project.organizationId, projectId: project.id };
  const { secret } = await createKey(app, app.database.query, request);
  return { projectId: project.id, key: secret, siteUrl: `http://${domain}.localhost:${lectern.port}` };
}

export interface Asked {
  status: number;
  headers: Headers;
  /** The parts of the reply. */
  parts: Record<string, unknown>[];
  text: string;
  threadId: string;
}

/** Asks over HTTP, as a client of version 5 and later does. */
export async function ask(
  lectern: Publisher,
  domain: string,
  key: string,
  body: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Asked> {
  const response = await fetch(`${lectern.url}/discovery/v2/assistant/${domain}/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ fp: "anonymous", ...body }),
    ...(signal === undefined ? {} : { signal }),
  });
  const sent = await response.text();
  const parts = [...sent.matchAll(/^data: (\{.*\})$/gm)].map(([, part]) => JSON.parse(part ?? "{}"));
  return {
    status: response.status,
    headers: response.headers,
    parts,
    text: parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join(""),
    threadId: response.headers.get("x-thread-id") ?? "",
  };
}

/** The body of a question, with a message ID such as a client would choose. */
export function saying(text: string, id = "m1"): { messages: object[] } {
  return { messages: [{ id, role: "user", parts: [{ type: "text", text }] }] };
}
