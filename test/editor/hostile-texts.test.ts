import { afterAll, beforeAll, expect, test } from "vitest";
import { join, type Person } from "../dashboard/people.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { bodyOf, createDraftOf, createEditedProject } from "./editor-files.ts";
import { measureServer } from "./measure-server.ts";

/** One operation on one hostile text. `hostile-texts.long.test.ts` has the others. */
const keys = Array.from({ length: 10_000 }, (_, at) => `key${at}: "a\\"b"`).join("\n");
const settings = { name: "Plants", theme: "mint", colors: { primary: "#16A34A" }, navigation: { pages: ["a"] } };
const files = {
  "docs.json": JSON.stringify(settings),
  "a.mdx": "---\ntitle: A\n---\n",
  "thousands.mdx": `---\n${keys}\n---\n`,
};

let lectern: Installation;
let ada: Person;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
});
afterAll(() => lectern?.stop());

test("a page with thousands of keys is refused by another process, and the server does little itself", async () => {
  const { project } = await createEditedProject(lectern, "hostile", files);
  const params = await createDraftOf(ada, project.id);
  const change = (path: string) =>
    ada.call("changeFrontmatter", { params, body: { path, key: "icon", value: "leaf" } });
  // The first request loads and compiles code, which isn't what is measured here.
  expect((await change("a.mdx")).status).toBe(200);
  const reply = await measureServer(() => change("thousands.mdx"));
  expect([reply.status, bodyOf(reply).error]).toEqual([413, expect.stringMatching(/too much time|larger than/)]);
});
