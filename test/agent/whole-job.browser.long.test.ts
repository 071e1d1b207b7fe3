import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { branchOf } from "../../src/agent/agent-job.ts";
import { createClient } from "../../src/contract/client.ts";
import type { AgentJob } from "../../src/contract/schemas.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher } from "../updates/publisher.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github.ts";
import { followJob, jobEnded } from "./follow-job.ts";

vi.setConfig(slow);

const rules = "builtin/rules";
const publishSeconds = 500;
const password = "correct horse battery";
let browser: Browser;

/** Replies of a host that refuses to open a pull request, and the job's error for each. */
const refusals = [
  [401, "no-access", /does not accept the token; create a new one and set it for the project/],
  [403, "no-access", /it must be able to write contents, pull requests .* The host says: Not today/],
  [404, "no-access", /has no such repository, branch or pull request, or the token can't see it; check both/],
  [409, "conflict", /rejected the request\. The host says: Not today/],
  [422, "conflict", /rejected the request\. The host says: Not today/],
] as const;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

onDatabaseOfRun((dialect) => {
  let model: ModelServer;
  let lectern: Publisher;
  let hosted: HostedProject;
  let host: FakeGithub;

  beforeAll(async () => {
    model = await startModelServer();
    lectern = await startPublisher(dialect, "folder", {
      LECTERN_MODEL: "acme/writer",
      LECTERN_MODEL_URL: model.url,
      LECTERN_CODE_HOSTS: "127.0.0.1=github",
    });
    host = await startFakeGithub(lectern.url);
    hosted = await lectern.publish("whole", smallProject);
  });
  afterAll(async () => {
    await host?.close();
    await lectern?.close();
    await model?.close();
  });

  const ended = async (project: Project, request: { prompt: string; model?: string }): Promise<AgentJob> => {
    const { id } = await lectern.client.createAgentJob({ projectId: project.id, ...request });
    return jobEnded(lectern, project, id);
  };

  /** Creates an account and returns its email. */
  async function addEditor(): Promise<string> {
    const { app, organizationId, url } = lectern;
    const email = `editor-${crypto.randomUUID()}@acme.test`;
    const invitation = { organizationId, email, role: "editor", invitedBy: null } as const;
    const { token } = await invite(app, app.database.query, invitation);
    const headers = { "x-lectern-dashboard": "1", origin: url };
    const client = createClient({
      url,
      fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headers } }),
    });
    await client.createAccount({ token, name: "Grace", email, password });
    return email;
  }

  /** Follows the link, signs in, reviews and merges, like a person. */
  async function mergeInBrowser(prLink: string | null): Promise<{ title: string; diff: string }> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(stepMilliseconds);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(prLink ?? "");
    await page.getByLabel("Email").fill(await addEditor());
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Merge and publish" }).waitFor();
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    // Found by name, because the description may contain a table too. A file's diff is loaded when it comes into view.
    const diffTable = page.getByRole("table", { name: /side by side|one line after the other/ });
    await diffTable.first().waitFor();
    const diff = (await diffTable.allTextContents()).join("\n");
    await page.getByRole("button", { name: "Merge and publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge and publish" }).click();
    await page.getByText("Merged by Grace").waitFor();
    return { title, diff };
  }

  const published = (path: string, words: string) =>
    until(async () => (await lectern.read("whole", path)).text.includes(words), { timeoutSeconds: publishSeconds });

  test("a prompt to the built-in rules opens a pull request, and merging it on its page publishes the change", async () => {
    const job = await ended(hosted.project, { prompt: 'rename "begin" to "set out"', model: rules });
    expect(job).toMatchObject({ status: "completed", model: rules, source: { ref: branchOf(job) } });
    const { title, diff } = await mergeInBrowser(job.prLink);
    expect(title).toContain("1 edit in 1 file");
    expect(diff).toContain("How to set out.");
    await published("/guides/start", "How to set out.");
  });

  test(
    "a prompt to a language model opens a pull request, and merging it publishes the change",
    onOneDatabase(dialect),
    async () => {
      model.script = [
        {
          calls: [
            { name: "read_file", input: { path: "guides/end.mdx" } },
            { name: "edit_file", input: { path: "guides/end.mdx", old_text: "to stop", new_text: "to come to rest" } },
            { name: "edit_file", input: { path: "index.mdx", old_text: "first", new_text: "very first" } },
          ],
        },
        { calls: [{ name: "finish", input: { title: "Say it better", description: "It was short." } }] },
      ];
      const job = await ended(hosted.project, { prompt: "Say it better." });
      expect(job).toMatchObject({ status: "completed", model: "acme/writer" });
      const { title, diff } = await mergeInBrowser(job.prLink);
      expect(title).toContain("Say it better");
      expect(diff).toContain("How to come to rest.");
      await published("/guides/end", "How to come to rest.");
      await published("/", "The very first words.");
    },
  );

  test(
    "on another host, a pull request is opened there, with as many attempts as the host requires",
    onOneDatabase(dialect),
    async () => {
      const { app, organizationId, adminKey, client } = lectern;
      const far = await createProject(app, app.database.query, {
        organizationId,
        name: "Far",
        domain: "far",
        repositoryToken: app.secrets.seal(adminKey),
        repository: `${host.url}/git/whole.git`,
      });
      host.refusals = [{ status: 429, headers: { "retry-after": "1" } }];
      const prompt = 'rename "Welcome" to "Good day"';
      const job = await ended(far, { prompt, model: rules });
      expect(job).toMatchObject({
        status: "completed",
        source: { repository: `${host.url}/git/whole.git`, ref: branchOf(job) },
        prLink: expect.stringMatching(new RegExp(`^${host.url}/acme/docs/pull/\\d+$`)),
      });
      expect(host.seen.filter((call) => call === "POST /api/v3/repos/git/whole/pulls")).toHaveLength(2);
      expect(host.seen).toContain("POST /git/whole.git/git-receive-pack");
      const { updates } = await client.listUpdates({ projectId: far.id, limit: 1 });
      expect(updates).toMatchObject([{ source: "internal", subdomain: expect.stringContaining("far") }]);

      const again = 'rename "words" to "lines"';
      let id = "";
      for (const [index, [status, kind, sentence]] of refusals.entries()) {
        host.refusals = [{ status }];
        if (index > 0) await client.sendAgentMessage({ projectId: far.id, id, prompt: again });
        else id = (await client.createAgentJob({ projectId: far.id, prompt: again, model: rules })).id;
        const refused = await jobEnded(lectern, far, id);
        expect(refused).toMatchObject({ status: "failed", prLink: null, source: { ref: branchOf(refused) } });
        const events = await followJob(lectern, far, id);
        expect(events.at(-2)?.data).toMatchObject({
          outcome: "failed",
          kind,
          text: expect.stringMatching(sentence),
        });
        expect([host.refusals.length, JSON.stringify(events).includes(adminKey)]).toEqual([0, false]);
      }
      // The branch is already pushed. Once the token has the permissions, a message that changes nothing opens the
      // pull request.
      await client.sendAgentMessage({ projectId: far.id, id, prompt: again });
      expect(await jobEnded(lectern, far, id)).toMatchObject({
        status: "completed",
        prLink: expect.stringMatching(/\/acme\/docs\/pull\/\d+$/),
      });
    },
  );
});
