import { Send, Square } from "lucide-react";
import { useState } from "react";
import type { Ending } from "../../site/answer-stream.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { SelectField, TextArea } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Problem } from "../ui/problem.tsx";
import { Status } from "../ui/status.tsx";
import type { Passage, StreamVersion } from "./answer-reader.ts";
import { useAsk } from "./use-ask.ts";

/** Asks a question like a reader, and shows the search results and the raw stream. */
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
                <Markdown text={answer.text} origins={[project.siteUrl]} />
                {isBusy && id === last?.id && (
                  <span className="inline-block h-4 w-2 bg-accent motion-safe:animate-pulse-slow" aria-hidden />
                )}
              </div>
              {answer.ending !== undefined && <Kind ending={answer.ending} />}
              {answer.error !== undefined && <Problem error={new Error(answer.error)} />}
            </li>
          ))}
        </ol>
        <Problem error={error} className="mt-4" />
        <Form className={turns.length > 0 ? "mt-8" : ""} onSubmit={() => send()}>
          <TextArea
            label="Question"
            rows={3}
            value={question}
            maxLength={8_000}
            placeholder="How do I get started?"
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
                label="Stream format"
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
                <Button icon={<Square size={16} />} onClick={stop}>
                  Stop
                </Button>
              ) : (
                <Button type="submit" look="primary" icon={<Send size={16} />}>
                  Ask
                </Button>
              )}
            </div>
          </div>
        </Form>
      </div>
      <div className="grid content-start gap-8">
        <PassageList passages={last?.answer.passages ?? []} isAsked={last !== undefined} />
        <RawStream raw={last?.answer.raw ?? ""} />
      </div>
    </div>
  );
}

/** The kind of reply, and whether a model or the built-in answerer wrote it. */
function Kind({ ending: { outcome, isByModel, modelProblem, isCited } }: { ending: Ending }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-ink-soft">
      {outcome !== undefined && <Status status={outcome} />}
      <span>{isByModel ? "Written by the model" : "Built-in answer"}</span>
      {modelProblem !== undefined && (
        <span className="text-warn">The model didn't answer: {modelProblem.replaceAll("_", " ")}</span>
      )}
      {!isCited && <span className="text-warn">Cites no page</span>}
    </p>
  );
}

/** The search results that the answer is based on. */
function PassageList({ passages, isAsked }: { passages: readonly Passage[]; isAsked: boolean }) {
  return (
    <section>
      <h2 className="mb-2">Retrieved passages</h2>
      {passages.length === 0 ? (
        <p className="text-ink-soft">
          {isAsked ? "No matching passages." : "Ask a question to see the passages its answer is based on."}
        </p>
      ) : (
        <ol className="grid gap-2">
          {passages.map(({ title, section, path, content, score }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page may occur twice; the list is only appended to.
            <li key={index}>
              <details className="group rounded-card border border-line bg-surface">
                <summary className="flex items-baseline gap-2 px-4 py-2">
                  <span className="text-ink-faint tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1">
                    <span className="font-medium">{title}</span>
                    {section !== undefined && <span className="text-ink-soft"> › {section}</span>}
                    <code className="block truncate text-ink-faint">{path}</code>
                    <span className="mt-0.5 line-clamp-2 text-[13px] leading-5 text-ink-soft group-open:hidden">
                      {content}
                    </span>
                  </span>
                  {score !== undefined && (
                    <span className="text-[13px] text-ink-faint tabular-nums">{score.toFixed(2)}</span>
                  )}
                </summary>
                <p className="max-h-64 overflow-y-auto border-t border-line px-4 py-3 text-[13px] leading-5 whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
                  {content}
                </p>
              </details>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function RawStream({ raw }: { raw: string }) {
  return (
    <section>
      <div className="mb-2 flex h-8 items-center justify-between">
        <h2>Raw stream</h2>
        {raw !== "" && <CopyButton text={raw} label="Copy raw stream" />}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
        tabIndex={0}
        className={`overflow-auto rounded-card border border-log-line bg-log px-4 py-3 text-log-ink ${raw === "" ? "" : "h-96"}`}
      >
        {raw === "" ? <span className="text-log-faint">The server's response appears here.</span> : raw}
      </pre>
    </section>
  );
}
