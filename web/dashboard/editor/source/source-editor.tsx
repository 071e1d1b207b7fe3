import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useEffectEvent, useState } from "react";
import type { EditorPaneProps, Place } from "../editor-context.ts";
import type { CompletionData } from "./completions.ts";
import { diagnosticsOf } from "./problem-diagnostics.ts";
import { openShadowRoot, useShadowHost } from "./shadow-host.ts";
import { placeOf, sourceExtensions } from "./source-extensions.ts";

interface SourceEditorProps extends EditorPaneProps {
  /** Undefined while they are loading. */
  facts: CompletionData | undefined;
}

/** Source mode: the text of the file. */
export function SourceEditor({ session, place, onPlace, problems, onAsk, onComment, facts }: SourceEditorProps) {
  const host = useShadowHost();
  const [view, setView] = useState<EditorView>();
  const findFacts = useEffectEvent(() => facts);
  const reportPlace = useEffectEvent((next: Place) => {
    reported.add(next);
    onPlace(next);
  });
  const ask = useEffectEvent((at: Place) => onAsk(at));
  const comment = useEffectEvent((at: Place) => onComment(at));
  const startPlace = useEffectEvent(() => place);
  /**
   * The first place, and places that this editor has reported. The owner may pass them back, possibly late, and
   * following them would move the caret.
   */
  const [reported] = useState(() => new WeakSet<Place>());

  useEffect(() => {
    if (host.current === null) return;
    const root = openShadowRoot(host.current);
    const doc = session.text.toString();
    const first = startPlace();
    reported.add(first);
    const { start, end } = within(first, doc.length);
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        selection: { anchor: start, head: end },
        extensions: sourceExtensions(session, {
          findFacts: () => findFacts(),
          onPlace: (next) => reportPlace(next),
          onAsk: (at) => ask(at),
          onComment: (at) => comment(at),
        }),
      }),
      scrollTo: EditorView.scrollIntoView(start, { y: "center" }),
    });
    if (first.takesFocus && document.activeElement === document.body) editor.focus();
    setView(editor);
    return () => editor.destroy();
  }, [host, session, reported]);

  useEffect(() => {
    if (view !== undefined) view.dispatch(setDiagnostics(view.state, diagnosticsOf(problems, view.state.doc)));
  }, [view, problems]);

  useEffect(() => {
    if (view === undefined || reported.has(place) || isSame(place, placeOf(view))) return;
    const { start, end } = within(place, view.state.doc.length);
    view.dispatch({
      selection: { anchor: start, head: end },
      effects: EditorView.scrollIntoView(start, { y: "center" }),
    });
  }, [view, place, reported]);

  return <div ref={host} className="h-full min-h-0 overflow-hidden bg-surface" />;
}

function within({ start, end }: Place, length: number): Place {
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

function isSame(one: Place, other: Place): boolean {
  return one.start === other.start && one.end === other.end;
}
