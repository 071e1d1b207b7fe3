import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { PageProblem } from "../editor-context.ts";

const problemsMax = 500;

/** Shows the build's problems as marks in the text. The text may have changed since, so positions are clamped to it. */
export function diagnosticsOf(problems: readonly PageProblem[], doc: Text): Diagnostic[] {
  return problems.slice(0, problemsMax).map(({ severity, message, line = 1, fix }): Diagnostic => {
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    if (fix === undefined || fix.start > fix.end || fix.end > doc.length) {
      const indented = from + (/^\s*/.exec(doc.sliceString(from, to))?.[0].length ?? 0);
      return { from: Math.min(indented, to), to, severity, message };
    }
    const replaced = doc.sliceString(fix.start, fix.end);
    return {
      from: fix.start,
      to: fix.end,
      severity,
      message,
      actions: [
        {
          name: fix.label,
          // The mark has moved with the text. If someone changed the marked text itself, the fix no longer applies.
          apply(view, start, end) {
            if (view.state.readOnly || view.state.sliceDoc(start, end) !== replaced) return;
            view.dispatch({ changes: { from: start, to: end, insert: fix.text }, userEvent: "input.fix" });
          },
        },
      ],
    };
  });
}
