import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { linter, lintGutter, nextDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import { showMessage } from "../../ui/toast.tsx";
import type { EditorPaneProps, PageSession, Place } from "../editor-context.ts";
import { completionSource } from "./completion-source.ts";
import type { CompletionData } from "./completions.ts";
import { listEnter } from "./list-enter.ts";
import { isPage, languageOf } from "./mdx-language.ts";
import { remoteCursors } from "./remote-cursors.ts";
import { readOnly } from "./shadow-host.ts";
import { sourceTheme } from "./source-theme.ts";

interface SourceEvents extends Pick<EditorPaneProps, "onPlace" | "onAsk" | "onComment"> {
  findFacts(): CompletionData | undefined;
}

export function sourceExtensions(
  { path, text, undo, awareness, canWrite }: PageSession,
  events: SourceEvents,
): Extension {
  return [
    yCollab(text, null, { undoManager: undo }),
    remoteCursors(text, awareness),
    languageOf(path),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    foldGutter({ openText: "▾", closedText: "▸" }),
    codeFolding(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    linter(null),
    lintGutter(),
    leaveByTab,
    autocompletion({
      icons: false,
      // Keeps the order of the lists: required and common props first.
      compareCompletions: () => 0,
      override: isPage(path) ? [completionSource(path, events.findFacts)] : [],
    }),
    keymap.of([
      { key: "Mod-s", run: saved, preventDefault: true },
      { key: "Mod-i", run: withPlace(events.onAsk), preventDefault: true },
      { key: "Mod-Shift-m", run: withPlace(events.onComment), preventDefault: true },
      { key: "F8", run: nextDiagnostic },
      { key: "Enter", run: listEnter(path) },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...yUndoManagerKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": `Source of ${path}`, spellcheck: "true", autocorrect: "off" }),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) events.onPlace(placeOf(update.view));
    }),
    canWrite ? [] : readOnly,
    sourceTheme,
  ];
}

/**
 * Escape and then Tab leaves the editor, as keyboard users expect. While completions are shown, Escape only closes
 * them. This keymap has to come before that of the completions, which also handles Escape while it is still loading
 * them.
 */
const leaveByTab: Extension = [
  Prec.highest(
    keymap.of([
      {
        key: "Escape",
        run(view) {
          if (completionStatus(view.state) !== "active") view.setTabFocusMode(true);
          return false;
        },
      },
    ]),
  ),
  EditorView.domEventObservers({
    keydown({ key }, view) {
      if (key !== "Escape" && key !== "Shift") view.setTabFocusMode(false);
    },
    mousedown: (_event, view) => view.setTabFocusMode(false),
    blur: (_event, view) => view.setTabFocusMode(false),
  }),
];

function saved(): boolean {
  showMessage("Changes are saved as you type.");
  return true;
}

function withPlace(use: (place: Place) => void) {
  return (view: EditorView) => {
    use(placeOf(view));
    return true;
  };
}

export function placeOf({ state }: EditorView): Place {
  const { from, to } = state.selection.main;
  return { start: from, end: to };
}
