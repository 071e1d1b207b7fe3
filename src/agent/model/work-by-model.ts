import type { LanguageModel, ModelMessage } from "ai";
import { costOf, moneyParts } from "../../platform/model-prices.ts";
import { AgentFailure } from "../agent-failure.ts";
import { markTaken, readWaiting } from "../message-store.ts";
import { addUsage } from "../store.ts";
import type { Turn, Work } from "../turn.ts";
import { journalModelStep } from "../turn-store.ts";
import { type AgentBudgetDeps, checkBudget, spendTokens, type UsedTokens } from "./agent-budget.ts";
import { agentInstructions, type Guidance } from "./agent-instructions.ts";
import { askStep, isRejected } from "./ask-step.ts";
import { checkClaims } from "./check-claims.ts";
import { compactConversation, hasImages, withoutImages } from "./compact-conversation.ts";
import { findFinished, readConversation, toLastWords } from "./conversation.ts";
import { LoopFinder } from "./find-loop.ts";
import { keepUnpublished } from "./keep-unpublished.ts";
import { modelReport } from "./model-report.ts";
import { describeMalformed, toolsFor } from "./model-tools.ts";
import { type CallDeps, emitToolCall, refused, runCalls } from "./run-calls.ts";

interface WorkByModelDeps extends AgentBudgetDeps, CallDeps {
  model: LanguageModel;
  silenceSeconds: number;
  guidance: readonly Guidance[];
  /** The files that differ from an earlier commit; undefined if it no longer exists. */
  changedSince(sha: string): Promise<ReadonlySet<string> | undefined>;
  /** The names of the code repositories. */
  repositories: readonly string[];
  /** The files of the docs before the change. */
  paths: ReadonlySet<string>;
}

const stepsMax = 60;
const nothing = { inputTokens: 0, outputTokens: 0 };

/** Lets a language model use the tools until it calls finish. Every step is journaled before the next one starts. */
export async function workByModel(deps: WorkByModelDeps, turn: Turn): Promise<Work> {
  const { job, turn: asked, project, events } = turn;
  const { database, process } = deps;
  const { messages, steps, unpublished } = await readConversation(database.query, job.id, asked.turn);
  const { changes: kept, note } = await keepUnpublished(unpublished, deps.changedSince);
  const done = steps.flatMap(({ changes }) => [...changes]);
  await process.call("restore", { changes: [...kept, ...done] });
  await process.call("allowHosts", {
    text: [...userTexts(messages), ...deps.guidance.map(({ text }) => text)].join("\n"),
  });
  if (note !== undefined) {
    const position = messages.findLastIndex(({ role, content }) => role === "user" && content === asked.prompt);
    messages.splice(position + 1, 0, { role: "user", content: note });
    if (steps.length === 0) events.step("work", note);
  }
  // The answer to the plan is the second prompt.
  const mayWrite = !project.agentPlansFirst || asked.turn > 1;
  const tools = toolsFor({ mayWrite, hasCode: deps.readCode !== undefined });
  const instructions = agentInstructions(project, deps.guidance, { mayWrite, repositories: deps.repositories });
  const spender = { projectId: project.id, model: job.model };
  const total = { ...nothing };
  for (const { usage } of steps) add(total, usage);
  const prices = deps.spend?.prices ?? deps.prices;
  /** The cost so far in ten-thousandths; undefined without prices. */
  const totalCost = () =>
    prices === undefined || Object.keys(prices).length === 0 ? undefined : costOf({ prices }, job.model, total);
  /**
   * Adds the usage to the total and returns its cost. Only the total cost of the prompt is rounded, not the cost of
   * each step.
   */
  const addCosted = (usage: UsedTokens) => {
    const before = totalCost();
    add(total, usage);
    const after = totalCost();
    return before === undefined || after === undefined ? null : after - before;
  };
  const loops = new LoopFinder();
  for (const step of steps) loops.add(step as Parameters<LoopFinder["add"]>[0]);
  const changedFiles = new Set(done.map(({ path }) => path));
  let finished = findFinished(steps);

  for (let step = steps.length; finished === undefined; step += 1) {
    if (step >= stepsMax) throw new AgentFailure("budget", tooManySteps);
    await checkBudget(deps, { ...spender, used: total });
    const told = await readWaiting(database.query, asked);
    const toldMessages = told.map(({ text }): ModelMessage => ({ role: "user", content: text }));
    if (told.length > 0) {
      await process.call("allowHosts", { text: userTexts(toldMessages).join("\n") });
      events.step("work", "The model reads your message.");
    }
    messages.push(...toldMessages);
    if (compactConversation(messages, [...changedFiles])) {
      events.step("work", "The conversation was shortened because it had grown long.");
    }
    events.step("work", `Step ${step + 1}: waiting for ${job.model}.`);
    const reply = await ask(deps, turn, { instructions, messages, tools, addCosted });
    if (reply.text.trim() !== "") {
      if (step === 0) events.emit("plan", { text: reply.text });
      else events.emit("message", { role: "agent", text: reply.text });
    }
    for (const { name, input } of reply.malformed) emitToolCall(turn, name, input, refused(describeMalformed(name)));
    const ran = await runCalls(deps, turn, reply.calls, tools);
    const added: ModelMessage[] = [...reply.messages, ...ran.messages];
    if (reply.calls.length === 0 && reply.malformed.length === 0) {
      finished = mayWrite ? toLastWords(reply.text) : { ...toLastWords(reply.text), question: reply.text };
    }
    finished = ran.finished ?? finished;
    messages.push(...added);
    for (const { path } of ran.changes) changedFiles.add(path);
    const journalled = { messages: [...toldMessages, ...added], changes: ran.changes, usage: reply.usage };
    const used = { steps: 1, ...reply.usage, cost: addCosted(reply.usage) };
    await database.transaction(async (tx) => {
      await journalModelStep(tx, asked, step, journalled);
      await markTaken(tx, asked, told, step);
      await addUsage(tx, job.id, used);
    });
    const cost = totalCost();
    events.emit("usage", { steps: step + 1, ...total, ...(cost !== undefined && { cost: cost / moneyParts }) });
    await spendTokens(deps, { ...spender, used: reply.usage });
    // A message that arrived during the last step still counts.
    if (finished !== undefined && (await readWaiting(database.query, asked)).length > 0) finished = undefined;
    const isInCircles = loops.add({ messages: added, changes: ran.changes });
    if (isInCircles && finished === undefined) throw new AgentFailure("budget", goesInCircles);
  }

  const changes = await process.call("changes", {});
  const { summary, untouched } = checkClaims({ finished, changes, paths: deps.paths });
  // "Done. Anything else?" after a change is a report, not a question.
  const question = changes.length > 0 && finished.description !== "" ? undefined : finished.question;
  return {
    changes,
    report: modelReport(finished, { prompt: asked.prompt, model: job.model, changes, untouched }),
    commitNote: `Made by ${job.model}:\n\n${finished.description}`.slice(0, 4_000).trimEnd(),
    summary,
    ...(question !== undefined && { question }),
  };
}

interface Asked extends Pick<Parameters<typeof askStep>[0], "instructions" | "messages" | "tools"> {
  addCosted(usage: UsedTokens): number | null;
}

/** Asks the model for a step. A model that can't read images gets the conversation without them. */
async function ask(deps: WorkByModelDeps, { job, project, events, signal }: Turn, { addCosted, ...asked }: Asked) {
  const onRetry = (why: string) => events.emit("step", { step: "work", text: `${why} Asking again.` });
  const onBroken = async (usage: UsedTokens) => {
    const used = { steps: 0, ...usage, cost: addCosted(usage) };
    await deps.database.transaction((tx) => addUsage(tx, job.id, used));
    const spender = { projectId: project.id, model: job.model };
    await spendTokens(deps, { ...spender, used: usage });
    await checkBudget(deps, { ...spender, used: nothing });
  };
  const request = { ...deps, ...asked, signal, onRetry, onBroken };
  const { messages } = asked;
  try {
    return await askStep(request);
  } catch (error) {
    if (!isRejected(error) || !hasImages(messages)) throw error;
    messages.splice(0, messages.length, ...messages.map(withoutImages));
    onRetry("The model doesn't read images.");
    return askStep(request);
  }
}

function userTexts(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ role, content }) => (role === "user" && typeof content === "string" ? [content] : []));
}

function add(total: UsedTokens, usage: UsedTokens): void {
  total.inputTokens += usage.inputTokens;
  total.outputTokens += usage.outputTokens;
}

const tooManySteps = `The model wasn't done after ${stepsMax} steps. Ask for a smaller part of the work.`;
const goesInCircles =
  "The model repeated the same calls over and over and was stopped. Describe the task in more detail.";
