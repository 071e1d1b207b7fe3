/**
 * The shadow tree that an editor is drawn in. The dashboard's content security policy forbids style elements, which is how
 * CodeMirror styles itself in a document; in a shadow tree it uses constructed style sheets, which the policy allows.
 */
export function openShadowRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  return root;
}

/**
 * Keeps typed keys from the shortcuts of the dashboard: seen from outside, the target of the event is the host, which
 * isn't a text field. Keys with Ctrl or Cmd go on to the editor's own shortcuts.
 */
export function keepTypedKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}
