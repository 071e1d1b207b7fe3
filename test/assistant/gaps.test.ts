import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { ask, pages, saying } from "./asked-project.ts";

vi.setConfig(slow);

const waiting = { timeout: 120_000, interval: 50 };
const descale = [
  "---\ntitle: Descale\n---\n",
  "## How do I descale the tank?\n\nTo descale the tank, fill it with vinegar, wait one hour and rinse it twice.\n",
].join("\n");

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect);
  });
  afterAll(() => lectern.close());

  test("unanswered questions become a draft, its pull request proves that they are answered, and so does the site", async () => {
    const { client, app } = lectern;
    const { project, clone } = await lectern.publish("kettle", pages);
    const projectId = project.id;
    const { secret } = await createKey(app, app.database.query, {
      kind: "assistant",
      organizationId: project.organizationId,
      projectId,
    });
    const questions = ["How do I descale the tank?", "descale tank", "What descales a tank best?"];
    for (const question of questions) await ask(lectern, "kettle", secret, saying(question));
    await ask(lectern, "kettle", secret, saying("Is there a loyalty program?"));
    await client.addEvaluationQuestion({ projectId, question: "What does KT-4041 mean?", pages: ["/errors"] });
    const { id } = await client.runEvaluation({ projectId });
    await vi.waitFor(async () => {
      expect((await client.getEvaluation({ projectId, id })).status).toBe("completed");
    }, waiting);

    const { groups } = await client.listGaps({ projectId });
    expect(groups.map(({ subject, count }) => [subject, count])).toEqual([
      [expect.stringContaining("descale"), 3],
      [expect.stringContaining("loyalty"), 1],
    ]);
    const ids = groups[0]?.questions.map((question) => question.id) ?? [];
    await expect(client.createGap({ projectId, questions: ids, as: "job" })).rejects.toThrow("needs a language model");
    await expect(client.createGap({ projectId, questions: ["msg_unknown"] })).rejects.toThrow("aren't unanswered");
    const gap = await client.createGap({ projectId, questions: ids });
    expect(gap).toMatchObject({ jobId: null, draftId: expect.stringMatching(/^drf_/), preview: [], published: [] });
    await expect(client.createGap({ projectId, questions: ids.slice(0, 1) })).rejects.toThrow("Somebody works on");
    // Nobody works on this one, but the same page will answer it.
    await ask(lectern, "kettle", secret, saying("How does one descale the tank?"));
    expect((await client.listGaps({ projectId })).groups.map(({ count }) => count)).toEqual([1, 1]);
    const { query } = app.database;
    const draft = await query.selectFrom("drafts").selectAll().executeTakeFirstOrThrow();
    expect(draft.title).toMatch(/^Answer: .*descale/);
    const comment = await query.selectFrom("draftComments").selectAll().executeTakeFirstOrThrow();
    expect(comment.path).toMatch(/\.mdx$/);
    for (const question of questions) expect(comment.body).toContain(`- ${question}`);
    expect(comment.body).toContain("The nearest passages:");

    const work = await clone();
    const config = JSON.parse(pages["docs.json"] as string);
    config.navigation.pages.push("descale");
    await work.commit({ "docs.json": JSON.stringify(config), "descale.mdx": descale });
    await work.push(`HEAD:${draft.branch}`);
    const { number } = await client.openPullRequest({
      projectId,
      head: draft.branch,
      title: "Explain descaling",
      body: "",
    });
    const checked = await vi.waitFor(async () => {
      const opened = await client.getPullRequest({ projectId, number: String(number) });
      expect(opened.statuses.map(({ context }) => context)).toContain("lectern/answers");
      return opened;
    }, waiting);
    expect(checked.statuses).toContainEqual(
      expect.objectContaining({
        context: "lectern/answers",
        state: "success",
        description: "4 of 4 answered, 3 more, none worse",
      }),
    );
    const comments = await query.selectFrom("pullRequestComments").select("body").execute();
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("- answered: `How do I descale the tank?`");
    await vi.waitFor(async () => {
      const [proved] = (await client.listGaps({ projectId })).gaps;
      expect(proved).toMatchObject({ id: gap.id, preview: [{ answered: 3 }], published: [] });
    }, waiting);

    await client.mergePullRequest({ projectId, number: String(number) });
    const proved = await vi.waitFor(async () => {
      const [found] = (await client.listGaps({ projectId })).gaps;
      expect(found?.published).toHaveLength(1);
      return found;
    }, waiting);
    expect(proved).toMatchObject({ published: [{ answered: 3 }] });
    expect(proved?.questions.map(({ isAnswered }) => isAnswered)).toEqual([true, true, true]);
    expect((await client.listGaps({ projectId })).groups.map(({ count }) => count)).toEqual([1]);

    const act = { do: { answerQuestions: true } };
    const automation = await client.createAutomation({ projectId, name: "Gaps", ...act });
    await client.runAutomation({ projectId, id: automation.id });
    await vi.waitFor(async () => {
      const { runs } = await client.listAutomationRuns({ projectId, id: automation.id });
      expect(runs).toMatchObject([
        { status: "completed", summary: expect.stringMatching(/^Opened the draft .*loyalty/) },
      ]);
    }, waiting);
    const listed = await client.listGaps({ projectId });
    expect(listed.groups).toEqual([]);
    expect(listed.gaps).toMatchObject([{ createdBy: "Lectern agent", draftId: expect.any(String) }, { id: gap.id }]);
  });

  test("a pull request that makes an answer worse fails its check and names the question", async () => {
    const { client } = lectern;
    const { project, clone } = await lectern.publish("worse", pages);
    const projectId = project.id;
    await client.addEvaluationQuestion({ projectId, question: "What does KT-4041 mean?", pages: ["/errors"] });
    const { id } = await client.runEvaluation({ projectId });
    await vi.waitFor(async () => {
      expect((await client.getEvaluation({ projectId, id })).status).toBe("completed");
    }, waiting);
    const work = await clone();
    await work.commit({ "errors.mdx": "---\ntitle: Errors\n---\n\nErrors are printed in red.\n" });
    await work.push("HEAD:shorter");
    const { number } = await client.openPullRequest({ projectId, head: "shorter", title: "Shorten", body: "" });
    await vi.waitFor(async () => {
      const { statuses } = await client.getPullRequest({ projectId, number: String(number) });
      expect(statuses).toContainEqual(
        expect.objectContaining({
          context: "lectern/answers",
          state: "failure",
          description: "0 of 1 answered, 1 worse",
        }),
      );
    }, waiting);
    // The results of the published site stay as they were.
    expect((await client.listEvaluations({ projectId })).evaluations).toMatchObject([{ right: 1, worse: 0 }]);
  });

  test("an automation in a file runs after the update of a push and opens a pull request once", async () => {
    const { client } = lectern;
    const { project, clone } = await lectern.publish("files", pages);
    const projectId = project.id;
    const work = await clone();
    const file = ".lectern/automations/links.yaml";
    await work.commitAndPush({
      [file]: "name: Links\nwhen:\n  push: true\ndo:\n  task:\n    name: fix-links\n",
      ".lectern/automations/bad.yaml": "when:\n  schedule: daily\ndo:\n  prompt: x\n",
      "index.mdx": "---\ntitle: Kettle\n---\n\nKettle boils water, see [install](/instal).\n",
    });
    const { logs } = await lectern.ended(await lectern.newest(project));
    expect(logs).toContainEqual(
      expect.stringMatching(/^automations: \.lectern\/automations\/bad\.yaml:2: "when\.schedule" isn't a cron/),
    );
    const run = await vi.waitFor(async () => {
      const { automations } = await client.listAutomations({ projectId });
      expect(automations).toMatchObject([{ file, enabled: true, lastRun: [{ status: "completed" }] }]);
      return automations[0]?.lastRun[0];
    }, waiting);
    expect(run).toMatchObject({ cause: "push", outcome: "changed", prLink: expect.stringContaining("/pulls/1") });
    const [id] = (await client.listAutomations({ projectId })).automations.map((automation) => automation.id);
    await expect(client.removeAutomation({ projectId, id: id ?? "" })).rejects.toThrow("Remove the file");
  });
});
