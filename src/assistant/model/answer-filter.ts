import { createSafeMarkdown, type SafeMarkdownDeps } from "../safe-markdown.ts";
import { createLeakGuard } from "./leak-guard.ts";
import { createThinkFilter } from "./think-filter.ts";

interface AnswerTextDeps extends SafeMarkdownDeps {
  instructions: string;
  /** Holds back everything until the first citation, because an answer without a citation isn't shown. */
  needsCitation: boolean;
}

/** The number that a model cites to say that the documentation doesn't answer the question. */
const notFoundNumber = 0;
const questionLengthMax = 400;

/** Filters a model's text: no reasoning, no instructions, no foreign links, no invented citations. */
export function createAnswerFilter({ instructions, needsCitation, ...deps }: AnswerTextDeps) {
  const think = createThinkFilter();
  const guard = createLeakGuard(instructions);
  let saysNotFound = false;
  const safe = createSafeMarkdown({
    ...deps,
    citationUrl(number) {
      saysNotFound ||= number === notFoundNumber;
      return deps.citationUrl(number);
    },
  });
  let unproven = "";
  let written = "";

  function show(text: string): string {
    written += text;
    if (!needsCitation || safe.cited.size > 0) {
      const shown = unproven + text;
      unproven = "";
      return shown;
    }
    unproven += text;
    return "";
  }

  return {
    cited: safe.cited as ReadonlySet<number>,
    get hasLeaked(): boolean {
      return guard.hasLeaked;
    },
    get saysNotFound(): boolean {
      return saysNotFound && safe.cited.size === 0;
    },
    /** Whether the text is nothing but a short question to the reader. */
    get asksBack(): boolean {
      const text = written.trim();
      return safe.cited.size === 0 && text.length <= questionLengthMax && /[?？؟]$/.test(text);
    },
    /** Text held back because nothing has been cited so far. */
    get unproven(): string {
      return unproven;
    },
    push: (text: string) => show(safe.push(guard.push(think.push(text)))),
    /** Ends a step and returns the text that was held back. */
    end: () => show(safe.push(guard.push(think.end()) + guard.end()) + safe.end()),
  };
}
