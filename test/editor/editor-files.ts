import { randomBytes } from "node:crypto";
import { editorMediaOperations } from "../../src/contract/editor-file-operations.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import { pathOf, type Received, send } from "../contract/send.ts";
import { fromDashboard, type Person } from "../dashboard/people.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import type { Installation } from "../support/server.ts";

export const bodyOf = (reply: Received) => JSON.parse(reply.text);

/** A project on the built-in host, in the tenant's organization. */
export function createEditedProject(lectern: Installation, domain: string, files: Files): Promise<HostedProject> {
  const { node, clock, storage, tenant } = lectern;
  return createTestHostedProject({
    database: node.database,
    objects: node.objects,
    clock,
    repositoriesFolder: `${storage.dataFolder}/repositories`,
    url: node.url,
    domain,
    files,
    organizationId: tenant.organizationId,
  });
}

export async function createDraftOf(person: Person, projectId: string, title?: string) {
  const reply = await person.call("createDraft", { params: { projectId }, body: title === undefined ? {} : { title } });
  if (reply.status !== 201) throw new Error(reply.text);
  return { projectId, draftId: bodyOf(reply).id as string };
}

type DraftParams = { projectId: string; draftId: string };

export function upload(
  lectern: Installation,
  { cookie }: Pick<Person, "cookie">,
  params: DraftParams,
  query: { name: string; folder?: string },
  body: Buffer,
): Promise<Received> {
  return send(lectern.node.url, {
    method: "POST",
    path: `${pathOf(editorMediaOperations.uploadMedia, params)}?${new URLSearchParams(query)}`,
    headers: { ...fromDashboard, cookie, "content-type": "application/octet-stream" },
    body,
  });
}

export function readMediaOf(
  lectern: Installation,
  { cookie }: Pick<Person, "cookie">,
  params: DraftParams,
  path: string,
): Promise<Received> {
  return send(lectern.node.url, {
    path: `${pathOf(editorMediaOperations.readMedia, params)}?${new URLSearchParams({ path })}`,
    headers: { cookie },
  });
}

/** A PNG header with a readable size, followed by unique bytes. */
export function makePng(width = 2, height = 1): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, randomBytes(16)]);
}
