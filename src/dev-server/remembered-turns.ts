import { LRUCache } from "lru-cache";
import type { Turns } from "../assistant/answer.ts";
import { historyOf, positionId } from "../assistant/read-question.ts";
import type { Message } from "../assistant/store.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";

const threadsMax = 100;
const messagesMax = 100;
const answersMax = 1_000;

/** Keeps conversations until the preview stops. `tokensMax` limits the model's usage until then. */
export function rememberedTurns({ clock, tokensMax }: { clock: Clock; tokensMax: number }): Turns {
  const threads = new LRUCache<string, readonly Message[]>({ max: threadsMax });
  const answers = new LRUCache<string, true>({ max: answersMax });
  let tokens = 0;
  return {
    async open(projectId, asked) {
      const { fp, text, threadName, messageId: id = positionId(asked) } = asked;
      const name = threadName ?? newId("thr", clock);
      const thread = { id: `${fp}/${name}`, projectId, fp, name };
      const question: Message = { id, role: "user", text, createdAt: clock.now() };
      const said = threads.get(thread.id) ?? [];
      const known = said.findIndex((message) => message.id === id);
      // A question that is asked again replaces its answer.
      const messages = [...(known === -1 ? said : said.slice(0, known)), question].slice(-messagesMax);
      threads.set(thread.id, messages);
      const history = historyOf(messages, id, asked);
      return { thread, question, isQuestionStored: true, messageId: newId("msg", clock), history };
    },
    async store(_question, { thread, messageId }, { text }) {
      answers.set(`${thread.name}/${messageId}`, true);
      const answer: Message = { id: messageId, role: "assistant", text, createdAt: clock.now() };
      if (text !== "") threads.set(thread.id, [...(threads.get(thread.id) ?? []), answer]);
    },
    async reserve() {
      if (tokens >= tokensMax) return undefined;
      return {
        async settle(usage) {
          tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
        },
      };
    },
    rate: async ({ threadName, messageId }) => answers.has(`${threadName}/${messageId}`),
  };
}
