import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";

/**
 * The element around an editor. Hides typed keys from the dashboard's shortcuts: outside of the shadow root, the
 * event's target is the host, which isn't a text field. Keys with Ctrl or Cmd still reach the editor's own shortcuts.
 */
export function useShadowHost() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    current?.addEventListener("keydown", keepTypedKeys);
    return () => current?.removeEventListener("keydown", keepTypedKeys);
  }, []);
  return host;
}

function keepTypedKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}

/**
 * The shadow root of an editor. The dashboard's content security policy forbids the style elements that CodeMirror uses
 * in a document. In a shadow root, CodeMirror uses constructed style sheets, which the policy allows.
 */
export function openShadowRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  return root;
}

/** The editor can still be focused, for screen readers and the search. */
export const readOnly: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: "0", "aria-readonly": "true" }),
];
