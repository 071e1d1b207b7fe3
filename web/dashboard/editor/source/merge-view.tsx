import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { MergeView as CodeMirrorMergeView } from "@codemirror/merge";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useEffectEvent } from "react";
import { mergeThreeWays } from "../live/merge-three-ways.ts";
import { conflictField, conflictTheme } from "./conflict-field.ts";
import { languageOf } from "./mdx-language.ts";
import { openShadowRoot, readOnly, useShadowHost } from "./shadow-host.ts";
import { sourceTheme } from "./source-theme.ts";

interface MergeResult {
  text: string;
  /** The number of unresolved conflicts. */
  openConflicts: number;
}

interface MergeViewProps {
  /** The path of the file, which determines its language. */
  path?: string;
  /** The common ancestor of both sides. */
  base: string;
  mine: string;
  theirs: string;
  onChange: (result: MergeResult) => void;
}

/** Longer texts are compared less exactly, so that the browser doesn't freeze. */
const diffConfig = { scanLimit: 2_000, timeout: 500 };

/** Both sides of a merge: theirs on the left, the editable result on the right, which starts with mine. */
export function MergeView({ path = "page.mdx", base, mine, theirs, onChange }: MergeViewProps) {
  const host = useShadowHost();
  const report = useEffectEvent((result: MergeResult) => onChange(result));

  useEffect(() => {
    if (host.current === null) return;
    const root = openShadowRoot(host.current);
    const merged = mergeThreeWays(base, mine, theirs);
    const conflicts = conflictField(merged.conflicts);
    const resultOf = (state: EditorState): MergeResult => ({
      text: state.doc.toString(),
      openConflicts: state.field(conflicts).filter(({ choice }) => choice === undefined).length,
    });
    const shared: Extension = [languageOf(path), lineNumbers(), EditorView.lineWrapping, mergeTheme, sourceTheme];
    const view = new CodeMirrorMergeView({
      root,
      parent: root,
      diffConfig,
      collapseUnchanged: { margin: 3, minSize: 8 },
      a: { doc: merged.theirs, extensions: [shared, readOnly, labelled(`Published version of ${path}`)] },
      b: {
        doc: merged.mine,
        extensions: [
          shared,
          conflicts,
          conflictTheme,
          history(),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          labelled(`Merged version of ${path}`),
          EditorView.updateListener.of(({ state, startState }) => {
            if (state.doc !== startState.doc || state.field(conflicts) !== startState.field(conflicts))
              report(resultOf(state));
          }),
        ],
      },
    });
    report(resultOf(view.b.state));
    return () => view.destroy();
  }, [host, path, base, mine, theirs]);

  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden rounded-card border border-line">
      <div className="grid flex-none grid-cols-2 border-line border-b bg-sunken font-medium text-[13px] text-ink-soft">
        <p className="px-3 py-2">Theirs: the published page</p>
        <p className="border-line border-l px-3 py-2">Mine: your draft</p>
      </div>
      <div ref={host} className="min-h-0 flex-1 overflow-auto bg-surface" />
    </div>
  );
}

function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({ "aria-label": label });
}

const added = "color-mix(in oklch, var(--color-ok) 28%, transparent)";
const removed = "color-mix(in oklch, var(--color-danger) 26%, transparent)";

/** Differences use the same colors as the dashboard's other diffs. */
const mergeTheme: Extension = EditorView.theme({
  "&": { height: "auto" },
  ".cm-content": { padding: "8px 0" },
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--color-danger-soft)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--color-ok-soft)" },
  "&.cm-merge-a .cm-changedText": { background: removed },
  "&.cm-merge-b .cm-changedText": { background: added },
  "&.cm-merge-a .cm-changedLineGutter": { backgroundColor: "var(--color-danger)" },
  "&.cm-merge-b .cm-changedLineGutter": { backgroundColor: "var(--color-ok)" },
  ".cm-collapsedLines": {
    padding: "4px 12px",
    color: "var(--color-ink-soft)",
    background: "var(--color-sunken)",
    fontFamily: "var(--font-sans)",
    fontSize: "12.5px",
    cursor: "pointer",
  },
  // CodeMirror's signs here are missing in most fonts.
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: '""', margin: "0" },
});
