import { expect, test } from "vitest";
import { onDatabaseOfRun, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { appendMessage, deleteThreads, insertTurn, openThread } from "../assistant/store.ts";
import { evaluationLimits } from "../contract/evaluation-limits.ts";
import { newId } from "../platform/id.ts";
import {
  endEvaluation,
  insertEvaluation,
  listEvaluations,
  listResults,
  readPrevious,
  storeResults,
} from "./evaluation-store.ts";
import { addQuestion, changeQuestion, judgeAnswer } from "./judge-answer.ts";
import { deleteQuestion, listQuestions } from "./question-store.ts";
import { newEvaluation } from "./run-evaluation.ts";

onDatabaseOfRun((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    let now = 1_000;
    const clock = { now: () => ++now };
    const project = await createTestProject(database, clock);
    const judging = {
      clock,
      projectId: project.id,
      judgedBy: "Ada",
      hasPage: (path: string) => path !== "/gone",
    };
    const answered = async (outcome: "answered" | "not_in_docs" | "failed") => {
      const thread = { id: newId("thr", clock), projectId: project.id, fp: "someone", name: newId("thr", clock) };
      await openThread(database.query, thread, clock.now());
      const id = newId("msg", clock);
      const say = (role: "user" | "assistant", text: string, message: string) =>
        appendMessage(database.query, thread.id, { id: message, role, text, createdAt: clock.now() });
      await say("user", "What is Kettle?", "m1");
      await say("assistant", "It boils water.", "m2");
      await say("user", "How do I install it?", "m3");
      await say("assistant", "Run apt.", id);
      await insertTurn(database.query, {
        id,
        threadId: thread.id,
        projectId: project.id,
        question: "How do I install it?",
        outcome,
        sources: outcome === "answered" ? ["/install", "/more"] : [],
        page: "/start",
        language: "en",
        version: "v2",
        model: "builtin/extract",
        durationMilliseconds: 1,
        usage: { inputTokens: 0, outputTokens: 0 },
        createdAt: clock.now(),
      });
      return id;
    };
    const evaluate = async (questionId: string, result: "right" | "wrong" | "unknown", answer: string) => {
      const evaluation = newEvaluation(clock, project.id, null);
      await insertEvaluation(database.query, evaluation);
      const row = { evaluationId: evaluation.id, questionId, result, resultBefore: null };
      const shown = { outcome: "answered", cited: '["/install"]', isSameText: 0, answer };
      await storeResults(database.query, project.id, evaluation.id, [{ ...row, ...shown }]);
      await endEvaluation(database.query, evaluation.id, { status: "completed", endedAt: clock.now() });
      return evaluation.id;
    };
    return { database, query: database.query, project, judging, answered, evaluate, clock };
  };

  test("two members who judge the same answer at the same time create only one question", async () => {
    const { database, judging, project, answered } = await open();
    const answerId = await answered("answered");
    const judged = await Promise.all(
      (["right", "wrong"] as const).map((judgment) =>
        database.transaction((tx) => judgeAnswer(judging, tx, { answerId, judgment })),
      ),
    );
    const questions = await listQuestions(database.query, project.id);
    expect(questions).toHaveLength(1);
    expect(new Set(judged.map(({ id }) => id))).toEqual(new Set([questions[0]?.id]));
  });

  test("a judged question keeps its conversation, filter and answer after retention has deleted the thread", async () => {
    const { query, project, judging, answered } = await open();
    const answerId = await answered("answered");
    await judgeAnswer(judging, query, { answerId, judgment: "right" });
    expect(await deleteThreads(query, Number.MAX_SAFE_INTEGER)).toBe(1);
    const [question, ...others] = await listQuestions(query, project.id);
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      question: "How do I install it?",
      earlier: JSON.stringify([
        { role: "user", text: "What is Kettle?" },
        { role: "assistant", text: "It boils water." },
      ]),
      language: "en",
      version: "v2",
      page: "/start",
      answer: "Run apt.",
      outcome: "answered",
      expected: '["/install"]',
      judgment: "right",
    });
    const again = await judgeAnswer(judging, query, { answerId, judgment: "wrong", pages: ["setup/"], note: " Old. " });
    expect(again).toMatchObject({ id: question?.id, judgment: "wrong", expected: '["/setup"]', note: "Old." });
    expect(await listQuestions(query, project.id)).toHaveLength(1);
  });

  test("judging a refusal as right means that no answer is expected, and a failed answer can't be judged", async () => {
    const { query, judging, answered } = await open();
    const refused = await judgeAnswer(judging, query, { answerId: await answered("not_in_docs"), judgment: "right" });
    expect(refused).toMatchObject({ notInDocs: 1, expected: "[]" });
    const answerId = await answered("failed");
    await expect(judgeAnswer(judging, query, { answerId, judgment: "right" })).rejects.toThrow("Only complete answers");
  });

  test("expected pages must exist on the site, and can't be given for a question marked as not in the docs", async () => {
    const { query, judging, answered } = await open();
    const answerId = await answered("answered");
    const judge = (truth: object) => judgeAnswer(judging, query, { answerId, judgment: "wrong", ...truth });
    await expect(judge({ pages: ["/gone"] })).rejects.toThrow("has no page /gone");
    await expect(judge({ pages: ["/install"], notInDocs: true })).rejects.toThrow("not both");
    await expect(addQuestion(judging, query, { question: "Why?" })).rejects.toThrow("Name the pages");
    const other = { ...judging, projectId: "prj_other" };
    await expect(judgeAnswer(other, query, { answerId, judgment: "right" })).rejects.toThrow("Answer not found");
  });

  test("a project has a limited number of questions", async () => {
    const { query, judging } = await open();
    for (let count = 0; count < evaluationLimits.questions; count++) {
      await addQuestion(judging, query, { question: `Question ${count}`, notInDocs: true });
    }
    await expect(addQuestion(judging, query, { question: "One more", notInDocs: true })).rejects.toThrow("remove one");
  });

  test("a member judges the latest answer, and the answers of older evaluations are deleted", async () => {
    const { query, judging, evaluate } = await open();
    const { id } = await addQuestion(judging, query, { question: "How?", pages: ["/install"] });
    await expect(changeQuestion(judging, query, id, { judgment: "wrong" })).rejects.toThrow("no answer to judge yet");
    const first = await evaluate(id, "unknown", "First.");
    await evaluate(id, "unknown", "Second.");
    expect((await listResults(query, first))[0]?.answer).toBeNull();
    const changed = await changeQuestion(judging, query, id, { judgment: "wrong", pages: ["/install"] });
    expect(changed).toMatchObject({ answer: "Second.", outcome: "answered", judgment: "wrong" });
  });

  test("the last 100 evaluations are kept, and a removed question leaves no results", async () => {
    const { query, project, judging, evaluate } = await open();
    const { id } = await addQuestion(judging, query, { question: "How?", pages: ["/install"] });
    for (let count = 0; count < evaluationLimits.evaluationsKept + 2; count++) await evaluate(id, "right", "Text.");
    const last = await evaluate(id, "wrong", "Text.");
    const kept = await listEvaluations(query, project.id);
    expect(kept).toHaveLength(evaluationLimits.evaluationsKept);
    expect(kept[0]?.id).toBe(last);
    expect((await readPrevious(query, project.id)).results).toEqual(new Map([[id, "wrong"]]));
    expect(await deleteQuestion(query, "prj_other", id)).toBe(false);
    expect(await deleteQuestion(query, project.id, id)).toBe(true);
    expect(await listResults(query, last)).toEqual([]);
  });
});
