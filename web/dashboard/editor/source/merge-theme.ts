import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const added = "color-mix(in oklch, var(--color-ok) 28%, transparent)";
const removed = "color-mix(in oklch, var(--color-danger) 26%, transparent)";

/** Differences in the colors of the dashboard's other diffs. */
export const mergeTheme: Extension = EditorView.theme({
  "&": { height: "auto" },
  ".cm-content": { padding: "8px 0" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--color-danger-soft)" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--color-ok-soft)" },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": { background: removed },
  "&.cm-merge-b .cm-changedText": { background: added },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { backgroundColor: "var(--color-danger)" },
  "&.cm-merge-b .cm-changedLineGutter": { backgroundColor: "var(--color-ok)" },
  ".cm-deletedChunk": { paddingLeft: "8px" },
  ".cm-collapsedLines": {
    padding: "4px 12px",
    color: "var(--color-ink-soft)",
    background: "var(--color-sunken)",
    fontFamily: "var(--font-sans)",
    fontSize: "12.5px",
    cursor: "pointer",
  },
});
