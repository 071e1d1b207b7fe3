/**
 * The shadow root of an editor. The dashboard's content security policy forbids the style elements that CodeMirror uses
 * in a document. In a shadow root, CodeMirror uses constructed style sheets, which the policy allows.
 */
export function openShadowRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  return root;
}

/**
 * Hides typed keys from the dashboard's shortcuts: outside of the shadow root, the event's target is the host, which
 * isn't a text field. Keys with Ctrl or Cmd still reach the editor's own shortcuts.
 */
export function keepTypedKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}
