import { NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** Drags a block by its handle. The view moves it to where it is dropped. */
export function startDrag(view: EditorView, position: number, { dataTransfer }: DragEvent): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, position)));
  const slice = view.state.selection.content();
  if (dataTransfer === null) return;
  const { dom, text } = view.serializeForClipboard(slice);
  dataTransfer.clearData();
  dataTransfer.setData("text/html", dom.innerHTML);
  dataTransfer.setData("text/plain", text);
  dataTransfer.effectAllowed = "copyMove";
  const shown = view.nodeDOM(position);
  if (shown instanceof Element) dataTransfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}
