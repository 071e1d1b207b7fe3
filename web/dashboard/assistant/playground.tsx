import { Send, Square } from "lucide-react";
import { useState } from "react";
import { useProject } from "../shell/place.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextArea } from "../ui/field.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Problem } from "../ui/problem.tsx";
import type { StreamVersion } from "./answer-reader.ts";
import { PassageList } from "./passage-list.tsx";
import { RawStream } from "./raw-stream.tsx";
import { useAsk } from "./use-ask.ts";

/** Asks like a reader, and shows the search results and the raw stream. */
export function Playground() {
  const { project } = useProject();
  const [version, setVersion] = useState<StreamVersion>("v2");
  const [question, setQuestion] = useState("");
  const { turns, isBusy, error, ask, stop, startOver } = useAsk(project.domain);
  const last = turns.at(-1);
  const send = () => {
    if (question.trim() !== "" && !isBusy) {
      ask(question.trim(), version);
      setQuestion("");
    }
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div>
        <ol aria-label="Conversation" className="grid gap-5">
          {turns.map(({ id, question: asked, answer }) => (
            <li key={id} className="grid gap-3">
              <p className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {asked}
              </p>
              <div aria-live="polite">
                <Markdown text={answer.text} />
                {isBusy && id === last?.id && (
                  <span className="inline-block h-4 w-2 bg-accent motion-safe:animate-pulse-slow" aria-hidden />
                )}
              </div>
              {answer.error !== undefined && <Problem error={new Error(answer.error)} />}
            </li>
          ))}
        </ol>
        {error !== null && <Problem error={error} className="mt-4" />}
        <form
          className={turns.length > 0 ? "mt-8" : ""}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <TextArea
            label="Question"
            rows={3}
            value={question}
            maxLength={8_000}
            placeholder="How do I start?"
            onChange={(event) => setQuestion(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
                event.preventDefault();
                send();
              }
            }}
          />
          <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
            <div className="w-64">
              <SelectField
                label="Format of the stream"
                value={version}
                disabled={isBusy}
                onChange={(event) => setVersion(event.target.value === "v1" ? "v1" : "v2")}
              >
                <option value="v2">v2: chat SDK 5 and later</option>
                <option value="v1">v1: chat SDK 4</option>
              </SelectField>
            </div>
            <div className="flex gap-2">
              {turns.length > 0 && !isBusy && <Button onClick={startOver}>Start over</Button>}
              {isBusy ? (
                <Button icon={<Square size={16} aria-hidden />} onClick={stop}>
                  Stop
                </Button>
              ) : (
                <Button type="submit" look="primary" icon={<Send size={16} aria-hidden />}>
                  Ask
                </Button>
              )}
            </div>
          </div>
        </form>
      </div>
      <div className="grid content-start gap-8">
        <PassageList passages={last?.answer.passages ?? []} isAsked={last !== undefined} />
        <RawStream raw={last?.answer.raw ?? ""} />
      </div>
    </div>
  );
}
