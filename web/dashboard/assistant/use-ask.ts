import { useRef, useState } from "react";
import { api } from "../api/client.ts";
import { nothingRead, type ReadAnswer, readMore, type StreamVersion } from "./answer-reader.ts";

interface Turn {
  id: string;
  question: string;
  answer: ReadAnswer;
}

/** A conversation with the assistant through the public API. */
export function useAsk(domain: string) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const leaving = useRef<AbortController>(undefined);

  const ask = async (question: string, version: StreamVersion) => {
    const id = crypto.randomUUID();
    const stopping = new AbortController();
    leaving.current = stopping;
    const threadId = turns.at(-1)?.answer.threadId;
    setTurns([...turns, { id, question, answer: nothingRead }]);
    setBusy(true);
    setError(null);
    const take = (chunk: string) =>
      setTurns((before) =>
        before.map((turn) => (turn.id === id ? { ...turn, answer: readMore(turn.answer, version, chunk) } : turn)),
      );
    try {
      const send = version === "v1" ? api.sendMessageV1 : api.sendMessageV2;
      const { chunks } = await send(
        {
          domain,
          // Threads name the playground as their client, so that it isn't counted as a reader.
          fp: "dashboard-playground",
          messages: [...earlier(turns), message(id, "user", question)],
          ...(threadId !== undefined && { threadId }),
        },
        { signal: stopping.signal },
      );
      for await (const chunk of chunks) {
        take(chunk);
      }
    } catch (problem) {
      if (!stopping.signal.aborted) {
        setError(problem);
      }
    } finally {
      setBusy(false);
    }
  };

  return {
    turns,
    isBusy,
    error,
    ask: (question: string, version: StreamVersion) => void ask(question, version),
    stop: () => leaving.current?.abort(),
    startOver: () => setTurns([]),
  };
}

function earlier(turns: readonly Turn[]) {
  return turns.flatMap(({ id, question, answer }) => [
    message(id, "user", question),
    message(answer.messageId ?? `${id}-answer`, "assistant", answer.text),
  ]);
}

function message(id: string, role: string, text: string) {
  return { id, role, content: text, parts: [{ type: "text", text }] };
}
