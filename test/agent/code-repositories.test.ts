import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { changeContextRepositories, contextNames } from "../../src/projects/context-repositories.ts";
import { updateProject } from "../../src/projects/store.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import { type Installation, smallProject } from "../updates/publisher.ts";
import { startAgents } from "./agent-installation.ts";
import { followJob, jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

const call = (name: string, input: unknown) => ({ name, input });
const repository = "https://git.example/acme/server";
const known = { repository, branch: "main", folders: [], token: "sealed" };

test("a stored token is kept only for the same repository, and null deletes it", () => {
  const [same, other] = changeContextRepositories([known], [{ repository }, { repository: `${repository}-2` }]);
  expect([same?.token, other?.token]).toEqual(["sealed", null]);
  expect(changeContextRepositories([known], [{ repository, token: null }])[0]?.token).toBeNull();
});

test("wrong folders, repeated repositories and more than five of them are refused", () => {
  const change = (...list: Parameters<typeof changeContextRepositories>[1]) => changeContextRepositories([], list);
  expect(() => change({ repository, folders: ["../other"] })).toThrow("The folder");
  expect(() => change({ repository }, { repository })).toThrow("listed twice");
  const six = Array.from({ length: 6 }, (_, index) => ({ repository: `${repository}${index}` }));
  expect(() => change(...six)).toThrow("at most 5");
  expect(change({ repository, folders: ["/src/", "src", " "] })[0]).toMatchObject({ branch: "main", folders: ["src"] });
  expect(contextNames([{ repository }, { repository: "https://git.example/other/server.git" }])).toEqual([
    "server",
    "server-2",
  ]);
});

onDatabaseOfRun((dialect) => {
  let model: ModelServer;
  let lectern: Installation;

  beforeAll(async () => {
    model = await startModelServer();
    lectern = await startAgents(dialect, { LECTERN_MODEL: "acme/writer", LECTERN_MODEL_URL: model.url });
  });
  afterAll(async () => {
    await lectern.close();
    await model.close();
  });

  test("a model finds symbols in the allowed folders of a code repository, reads them, and sees nothing else", async () => {
    const code = await lectern.createProject("code", {
      ...smallProject,
      "src/server.ts": "// starts it\nexport function createServer(port: number) {\n  return port;\n}\n",
      "secret/keys.ts": "export const createServerKey = 1;\nfunction createServer() {}\n",
    });
    const { project } = await lectern.createProject("docs", smallProject);
    const { secrets, database } = lectern.app;
    const token = secrets.seal(lectern.adminKey);
    const context = { repository: code.project.repository, branch: "main", folders: ["src"], token };
    await database.transaction((tx) => updateProject(tx, project.id, { contextRepositories: [context] }));
    model.script = [
      {
        calls: [
          call("search_code", { query: "createServer", kind: "symbol" }),
          call("list_code", {}),
          call("read_code", { path: "src/server.ts" }),
          call("read_code", { path: "secret/keys.ts" }),
          call("search_code", { query: "CREATESERVERKEY" }),
          call("list_code", { folder: "secret" }),
          call("read_code", { path: "../../etc/passwd" }),
        ],
      },
      { calls: [call("finish", {})] },
    ];
    const { id } = await lectern.client.createAgentJob({ projectId: project.id, prompt: "Describe createServer." });
    expect(await jobEnded(lectern, project, id)).toMatchObject({ outcome: "unchanged" });
    const events = await followJob(lectern, project, id);
    const tools = events.flatMap((event) => (event.event === "tool" ? [event.data] : []));
    expect(tools.map(({ ok }) => ok)).toEqual([true, true, true, false, true, false, false, true]);
    expect(tools[0]?.result).toBe("src/server.ts:2:export function createServer(port: number) {");
    expect(tools[1]?.result.trim()).toBe("src/server.ts");
    expect(tools[2]?.result).toContain("2\texport function createServer");
    expect(tools[4]?.result).toBe("Nothing was found.");
    expect(JSON.stringify(model.requests[0]?.messages[0])).toContain("list_code, search_code and read_code");
    expect(JSON.stringify(events)).not.toContain(lectern.adminKey);
  });

  test("a code repository that can't be read doesn't fail the job", async () => {
    const { project } = await lectern.createProject("docs-alone", smallProject);
    const context = { repository: "http://127.0.0.1:9/acme/gone.git", branch: "main", folders: [], token: null };
    await lectern.app.database.transaction((tx) => updateProject(tx, project.id, { contextRepositories: [context] }));
    model.script = [{ calls: [call("list_code", {})] }, { calls: [call("finish", {})] }];
    const { id } = await lectern.client.createAgentJob({ projectId: project.id, prompt: "Describe createServer." });
    expect(await jobEnded(lectern, project, id)).toMatchObject({ outcome: "unchanged" });
    const events = await followJob(lectern, project, id);
    expect(events.find(({ event }) => event === "tool")?.data).toMatchObject({
      ok: false,
      result: expect.stringContaining("The repository can't be read"),
    });
  });
});
