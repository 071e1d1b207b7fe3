import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeFiles } from "../updates/clone.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher } from "../updates/publisher.ts";
import { binFolder, outputsOf, run, runStep, stepsOf } from "./ci-snippets.ts";
import { readYaml, root } from "./deployment-files.ts";

let publisher: Publisher;
let hosted: HostedProject;
let folder = "";
let path = "";

/** The comments on the pull request, in a stand-in for GitHub's and GitLab's API. */
let comments: { id: number; body: string; user: { type: string } }[] = [];
let requests: { method: string; url: string; token: string }[] = [];
const host = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { method = "", url = "" } = request;
  const token = request.headers["private-token"] ?? request.headers.authorization ?? "";
  requests.push({ method, url, token: String(token) });
  const id = Number(/comments\/(\d+)$/.exec(url)?.[1] ?? comments.length + 1);
  if (method !== "GET") {
    const { body } = JSON.parse(text) as { body: string };
    comments = [...comments.filter((comment) => comment.id !== id), { id, body, user: { type: "Bot" } }];
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(method === "GET" ? comments : {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  folder = mkdtempSync(join(tmpdir(), "lectern-ci-"));
  path = binFolder(folder, join(root, "src/main.ts"));
  publisher = await startPublisher("sqlite");
  hosted = await publisher.publish("acme", smallProject);
});
beforeEach(() => {
  comments = [];
  requests = [];
});
afterAll(async () => {
  host.close();
  await publisher?.close();
  rmSync(folder, { recursive: true, force: true });
});

const hostUrl = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

test("the check reports errors and broken links and fails, and passes for a project without any", async () => {
  const steps = stepsOf("deploy/github/check/action.yml");
  const check = async (files: Record<string, string>) => {
    const docs = mkdtempSync(join(folder, "docs-"));
    writeFiles(docs, { ...smallProject, ...files });
    const request = { inputs: { folder: docs, "external-links": "" }, variables: { PATH: path } };
    return [
      await runStep(steps.get("Validate"), docs, request),
      await runStep(steps.get("Check links"), docs, request),
    ];
  };
  expect((await check({})).map(({ status }) => status)).toEqual([0, 0]);
  const [validated, links] = await check({
    "guides/start.mdx": "---\ntitle: Start\n---\n\n[Gone](/guides/nowhere)\n",
    "guides/end.mdx": "---\ntitle: End\n---\n\n<Card title={>\n",
  });
  expect(validated).toMatchObject({ status: 1, output: expect.stringContaining("guides/end.mdx") });
  expect(links).toMatchObject({ status: 1 });
});

test("a pull request has a single comment with its preview's address, even after another push", async () => {
  const clone = await hosted.clone();
  await clone.commit({ "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin anew.\n" });
  await clone.push("HEAD:refs/heads/new-start");
  const steps = stepsOf("deploy/github/preview/action.yml");
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const outputs = join(folder, "outputs");
  const request = {
    inputs: { url: publisher.url, key: publisher.adminKey, project: hosted.project.id, token: "gh-token" },
    variables: {
      PATH: path,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: outputs,
      GITHUB_HEAD_REF: "new-start",
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: "acme/docs",
      GITHUB_API_URL: hostUrl(),
    },
  };
  for (const _push of [1, 2]) {
    expect(await runStep(steps.get("Publish the preview"), folder, request)).toMatchObject({ status: 0 });
    expect(await runStep(steps.get("Comment the address"), folder, request)).toMatchObject({ status: 0, output: "" });
  }
  const url = `http://new-start--acme.localhost:${publisher.port}`;
  expect(outputsOf(outputs)).toEqual({ url });
  expect(comments.map(({ body }) => body)).toEqual([`<!-- lectern-preview -->\nPreview of the docs: ${url}`]);
  expect(requests.map(({ method, url: asked }) => `${method} ${asked}`)).toEqual([
    "GET /repos/acme/docs/issues/7/comments?per_page=100",
    "POST /repos/acme/docs/issues/7/comments",
    "GET /repos/acme/docs/issues/7/comments?per_page=100",
    "PATCH /repos/acme/docs/issues/comments/1",
  ]);
  expect(requests.every(({ token }) => token === "Bearer gh-token")).toBe(true);
  expect((await publisher.read("new-start--acme", "/guides/start")).text).toContain("How to begin anew.");
});

test("a refused preview fails the job and adds no comment", async () => {
  const steps = stepsOf("deploy/github/preview/action.yml");
  const outputs = join(folder, "no-outputs");
  writeFileSync(outputs, "");
  const refused = await runStep(steps.get("Publish the preview"), folder, {
    inputs: { url: publisher.url, key: "svc_wrong", project: hosted.project.id },
    variables: { PATH: path, RUNNER_TEMP: folder, GITHUB_OUTPUT: outputs, GITHUB_HEAD_REF: "main" },
  });
  expect(refused.status).toBe(1);
  expect(readFileSync(outputs, "utf8")).toBe("");
});

interface GitlabJob {
  extends: string;
  script: string[];
  artifacts?: { reports: { dotenv: string } };
  environment?: { url: string };
}

test("the jobs for GitLab check the docs, publish the preview and add one comment", async () => {
  const jobs = readYaml<Record<string, GitlabJob>>("deploy/gitlab/docs.gitlab-ci.yml");
  const docs = mkdtempSync(join(folder, "gitlab-"));
  writeFiles(docs, smallProject);
  const clone = await hosted.clone();
  await clone.push("HEAD:refs/heads/next");
  const variables = {
    PATH: path,
    DOCS_FOLDER: ".",
    DOCS_PROJECT: hosted.project.id,
    DOCS_COMMENT_TOKEN: "gl-token",
    LECTERN_URL: publisher.url,
    LECTERN_API_KEY: publisher.adminKey,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "next",
    CI_API_V4_URL: `${hostUrl()}/api/v4`,
    CI_PROJECT_ID: "12",
    CI_MERGE_REQUEST_IID: "3",
  };
  const runJob = (name: string) =>
    run("bash", ["-eo", "pipefail", "-c", (jobs[name]?.script ?? []).join("\n")], docs, variables);
  expect(await runJob("docs:check")).toMatchObject({ status: 0 });
  expect(await runJob("docs:preview")).toMatchObject({ status: 0 });
  expect(await runJob("docs:preview")).toMatchObject({ status: 0 });
  const url = `http://next--acme.localhost:${publisher.port}`;
  const preview = jobs["docs:preview"];
  expect(readFileSync(join(docs, preview?.artifacts?.reports.dotenv ?? ""), "utf8")).toBe(`PREVIEW_URL=${url}\n`);
  expect(preview?.environment?.url).toBe("$PREVIEW_URL");
  expect(comments.map(({ body }) => body)).toEqual([`Preview of the docs: ${url}`]);
  expect(requests[0]).toEqual({
    method: "GET",
    url: "/api/v4/projects/12/merge_requests/3/notes?per_page=100",
    token: "gl-token",
  });
});
