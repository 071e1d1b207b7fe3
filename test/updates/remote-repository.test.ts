import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { makeRepository, serveRepositories, temporaryFolder } from "../../src/git/git-test-support.ts";
import { pathOf, send } from "../contract/send.ts";
import { sessionCookie } from "../dashboard/people.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

let lectern: Publisher;
let cookie: string | undefined;
beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  const { app, organizationId } = lectern;
  const email = "ada@acme.test";
  const invited = { organizationId, email, role: "admin", invitedBy: null } as const;
  const { token } = await invite(app, app.database.query, invited);
  cookie = sessionCookie(await call("createAccount", { token, name: "Ada", email, password: "correct horse battery" }));
});
afterAll(() => lectern.close());

function call(name: "createAccount" | "createProject", json: Record<string, unknown>) {
  const { method, path } = dashboardOperations[name];
  const headers = { "x-lectern-dashboard": "1", origin: lectern.url, cookie };
  const at = pathOf({ method, path } as never, { organizationId: lectern.organizationId });
  return send(lectern.url, {
    method,
    path: at,
    headers: cookie === undefined ? { ...headers, cookie: "" } : headers,
    json,
  });
}

test("a project is imported from the URL of a git repository, with a token and from a folder, and follows its branch", async () => {
  const root = temporaryFolder();
  const files = Object.entries(smallProject).map(([path, content]) => [`docs/${path}`, content]);
  const { commit } = await makeRepository(root, "plants", Object.fromEntries(files));
  const { url, requests } = await serveRepositories(root, ({ headers }, response) => {
    if (headers.authorization !== undefined) return false;
    response.writeHead(401, { "www-authenticate": "Basic" }).end();
    return true;
  });
  const repository = { repository: `${url}/plants.git`, branch: "main", repositoryToken: "sesame", directory: "docs" };
  const created = await call("createProject", { name: "Plants", domain: "plants", ...repository });
  expect(created.status).toBe(201);
  const { project, statusId } = JSON.parse(created.text);
  expect((await lectern.ended(statusId)).status).toBe("success");
  expect((await lectern.read("plants", "/")).text).toContain("The first words.");
  const sent = requests.map(({ authorization = "" }) => Buffer.from(authorization.slice(6), "base64").toString());
  expect(sent.at(-1)).toContain("sesame");
  expect(created.text).not.toContain("sesame");

  await commit({ "docs/index.mdx": "---\ntitle: Welcome\n---\n\nThe next words.\n" });
  const { statusId: second } = await lectern.client.triggerUpdate({ projectId: project.id });
  expect((await lectern.ended(second)).status).toBe("success");
  expect((await lectern.read("plants", "/")).text).toContain("The next words.");
});

test("an import from an address inside the network is refused with a message that names the host", async () => {
  const repository = "https://169.254.169.254/docs.git";
  const created = await call("createProject", { name: "Failing", domain: "failing", repository, branch: "main" });
  expect(created.status).toBe(201);
  const { status, summary } = await lectern.ended(JSON.parse(created.text).statusId);
  expect([status, summary]).toEqual(["failure", expect.stringContaining("169.254.169.254")]);
});
