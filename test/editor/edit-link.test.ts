import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecrets } from "../../src/platform/secrets.ts";
import { editLinkBase } from "../../src/projects/edit-link.ts";
import { join } from "../dashboard/people.ts";
import { type Installation, startInstallation } from "../support/server.ts";

let lectern: Installation;
beforeAll(async () => {
  lectern = await startInstallation("sqlite");
});
afterAll(() => lectern?.stop());

/** The target of a page's edit link for someone with this cookie. */
async function follow(link: string, cookie?: string): Promise<{ status: number; location: string | null }> {
  const headers = cookie === undefined ? {} : { cookie };
  const reply = await fetch(link, { redirect: "manual", headers });
  return { status: reply.status, location: reply.headers.get("location") };
}

function linkOf(projectId: string, path: string): string {
  const secrets = openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder });
  return `${editLinkBase({ secrets, url: lectern.node.url }, projectId)}${path}`;
}

async function setRepository(projectId: string, repository: string): Promise<void> {
  const { query } = lectern.node.database;
  await query.updateTable("projects").set({ repository }).where("id", "=", projectId).execute();
}

test("an edit link takes members to the editor, and everyone else to the file on the git host", async () => {
  const { organizationId, project } = lectern.tenant;
  await setRepository(project.id, "https://github.com/acme/docs.git");
  const link = linkOf(project.id, "guides/a%20b.mdx");
  const member = await join(lectern, organizationId, "viewer", "eve@acme.test");
  const stranger = await join(lectern, lectern.stranger.organizationId, "admin", "mallory@zenith.test");
  const inEditor = `/dashboard/${organizationId}/${project.domain}/editor?page=guides%2Fa+b.mdx`;
  expect((await follow(link, member.cookie)).location).toMatch(inEditor);
  const onHost = { status: 302, location: "https://github.com/acme/docs/edit/main/guides/a%20b.mdx" };
  expect(await follow(link)).toEqual(onHost);
  expect(await follow(link, stranger.cookie)).toEqual(onHost);
});

test("without a git host to link to, an edit link asks people to sign in", async () => {
  const { organizationId, project } = lectern.tenant;
  await setRepository(project.id, "https://git.example.org/acme/docs.git");
  expect((await follow(linkOf(project.id, "index.mdx"))).location).toContain(`/dashboard/${organizationId}/`);
});

test("an edit link that this server did not sign does not reveal the repository", async () => {
  const { project } = lectern.tenant;
  const link = linkOf(project.id, "index.mdx");
  expect((await follow(link.replace(/\.[\w-]+\//, ".forged/"))).status).toBe(404);
  expect((await follow(link.replace(project.id, lectern.stranger.project.id))).status).toBe(404);
});
