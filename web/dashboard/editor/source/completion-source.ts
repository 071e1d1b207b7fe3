import {
  type Completion,
  type CompletionSource,
  insertCompletionText,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import { type Choice, type CompletionData, completionsAt } from "./completions.ts";

const choicesMax = 200;
/** Scanning a longer text on each keystroke would be noticeable, so there Ctrl+Space is needed. */
const typedLengthMax = 300_000;

/** Provides the completions at the caret, in CodeMirror's format. */
export function completionSource(path: string, findFacts: () => CompletionData | undefined): CompletionSource {
  return async (context) => {
    const { state, pos, explicit } = context;
    // Aborts this request when more is typed. Otherwise, CodeMirror would use an empty result for the new text too.
    context.addEventListener("abort", () => {}, { onDocChange: true });
    const facts = findFacts();
    if (facts === undefined || (!explicit && pos > typedLengthMax)) return null;
    const found = await completionsAt(state.doc.toString(), pos, facts, path).catch(() => undefined);
    if (found === undefined || context.aborted) return null;
    const typed = state.sliceDoc(found.from, pos);
    const isSearched = found.choices.some(({ kind }) => kind === "icon" || kind === "page");
    const choices = isSearched ? found.choices.filter((choice) => matches(choice, typed)) : found.choices;
    return {
      from: found.from,
      options: choices.slice(0, isSearched ? choicesMax : choices.length).map(toCompletion),
      // Pages also match by their titles, and the server searches icons.
      ...(isSearched ? { filter: false } : { validFor: /^[\w$./-]*$/ }),
    };
  };
}

function matches({ kind, label, detail = "" }: Choice, typed: string): boolean {
  const words = typed.toLowerCase();
  return (
    kind === "icon" || label.toLowerCase().includes(words) || detail.toLowerCase().includes(words.replace(/^\//, ""))
  );
}

function toCompletion({ label, kind, detail, info, template, boost }: Choice): Completion {
  return {
    label,
    type: kind,
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    ...(boost !== undefined && { boost }),
    apply(view, completion, from, to) {
      if (template === undefined) {
        view.dispatch(insertCompletionText(view.state, label, from, to));
        return;
      }
      // The part of the tag's end that was already typed must not be inserted twice.
      const after = view.state.sliceDoc(to, to + 1);
      const text =
        after === ">" && template.endsWith(">") && !template.includes("$") ? template.slice(0, -1) : template;
      snippet(text)(view, completion, from, to);
      startCompletion(view);
    },
  };
}
