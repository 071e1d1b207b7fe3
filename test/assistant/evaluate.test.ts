import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { ask, pages, saying } from "./asked-project.ts";

const waiting = { timeout: 120_000, interval: 50 };

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect);
  });
  afterAll(() => lectern.close());

  test("an update that makes an answer worse succeeds, and its log names the answer", async () => {
    const { client, app } = lectern;
    const { project, clone } = await lectern.publish("kettle", pages);
    const projectId = project.id;
    const { secret } = await createKey(app, app.database.query, {
      kind: "assistant",
      organizationId: project.organizationId,
      projectId,
    });
    await ask(lectern, "kettle", secret, saying("What does KT-4041 mean?"));
    const [asked] = (await client.listInsightQuestions({ projectId })).questions;
    const answerId = asked?.id ?? "";
    const judged = await client.judgeAnswer({ projectId, answerId, judgment: "right" });
    expect(judged).toMatchObject({ pages: ["/errors"], outcome: asked?.outcome, answerId, judgment: "right" });
    await client.addEvaluationQuestion({ projectId, question: "What is the capital of Peru?", notInDocs: true });

    const { id } = await client.runEvaluation({ projectId });
    const first = await vi.waitFor(async () => {
      const evaluation = await client.getEvaluation({ projectId, id });
      expect(evaluation.status).toBe("completed");
      return evaluation;
    }, waiting);
    expect(first).toMatchObject({ questions: 2, right: 2, worse: 0, updateId: null });
    expect(first.results).toContainEqual(
      expect.objectContaining({ questionId: judged.id, result: "right", before: "right", isSameText: true }),
    );
    // An evaluation isn't a reader's question, so it is neither counted nor stored as a conversation.
    expect(await app.database.query.selectFrom("turns").select("id").execute()).toEqual([{ id: answerId }]);

    const work = await clone();
    await work.commitAndPush({ "errors.mdx": "---\ntitle: Errors\n---\n\nErrors are printed in red.\n" });
    const statusId = await lectern.newest(project);
    expect((await lectern.ended(statusId)).status).toBe("success");
    const { logs } = await vi.waitFor(async () => {
      const update = await lectern.status(statusId);
      expect(update.logs.join("\n")).toContain("evaluate-answers: ");
      return update;
    }, waiting);
    expect(logs).toContainEqual(
      expect.stringMatching(/^evaluate-answers: 2 questions: 1 right, 0 partly, 1 wrong; 1 got worse \(\d+ ms\)$/),
    );
    expect(logs).toContainEqual(
      expect.stringMatching(
        /^evaluate-answers: worse: “What does KT-4041 mean\?” right → wrong \(expected \/errors, got .+\)$/,
      ),
    );

    await work.push("HEAD:next");
    const { statusId: previewId } = await client.createPreview({ projectId, branch: "next" });
    await lectern.ended(previewId);
    const { evaluations } = await client.listEvaluations({ projectId });
    expect(evaluations.map(({ updateId, worse }) => [updateId, worse])).toEqual([
      [statusId, 1],
      [null, 0],
    ]);
    expect((await lectern.status(previewId)).logs.join("\n")).not.toContain("evaluate-answers");
    const repeated = await client.getEvaluation({ projectId, id: evaluations[0]?.id ?? "" });
    expect(repeated.results.map(({ result }) => result)).toEqual(["wrong", "right"]);
  });
});
