import type { Node, Slice } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import type { DirectEditorProps, EditorView, NodeViewConstructor } from "prosemirror-view";
import { showMessage } from "../../ui/toast.tsx";
import { copyMarkdown, pasteText, readPaste } from "../document/clipboard.ts";
import { insertMenuId, insertOptionId } from "./block-items.ts";
import { codeView } from "./code-view.ts";
import { componentView, inlineComponentView } from "./component-view.ts";
import type { VisualHost } from "./host.ts";
import { imageView } from "./image-view.ts";
import { findInsertMenu } from "./insert-menu-state.ts";
import { itemView } from "./item-view.ts";
import { opaqueView } from "./opaque-view.ts";
import { enterFieldAbove } from "./prop-field.ts";

/** How the view shows the blocks of a page, and how it handles pasted and dropped content. */
export function editorProps(host: VisualHost): Omit<DirectEditorProps, "state" | "dispatchTransaction"> {
  const image = imageView(host);
  const orImage = (view: NodeViewConstructor): NodeViewConstructor => {
    return (node: Node, ...rest) => (node.attrs.name === "img" ? image : view)(node, ...rest);
  };
  return {
    editable: () => host.canWrite,
    attributes: (state) => textAttributes(state, host),
    nodeViews: {
      component: orImage(componentView(host)),
      inlineComponent: orImage(inlineComponentView(host)),
      codeBlock: codeView(host.canWrite),
      listItem: itemView(host.canWrite),
      image,
      opaque: opaqueView(host),
      inlineOpaque: opaqueView(host),
      frontmatter: () => {
        // The form of the frontmatter is above the text.
        const dom = document.createElement("div");
        dom.hidden = true;
        return { dom, ignoreMutation: () => true };
      },
    },
    // A click on a link edits it instead of following it. Its bubble has a button to follow the link.
    handleDOMEvents: { click: stayHere, auxclick: stayHere, keydown: readSelection },
    handleKeyDown: (view, { key, shiftKey, altKey, ctrlKey, metaKey }) =>
      key === "ArrowUp" && !(shiftKey || altKey || ctrlKey || metaKey) && enterFieldAbove(view),
    clipboardTextSerializer: (slice) => copyMarkdown(host.document, slice),
    handlePaste: (view, event) => {
      const files = filesOf(event.clipboardData);
      // Office programs add a picture of the copied text, so files are ignored if there is HTML.
      if (files.length > 0 && !event.clipboardData?.types.includes("text/html")) {
        void host.insertFiles(files);
        return true;
      }
      return paste(view, event.clipboardData, host);
    },
    handleDrop: (view, event) => {
      const files = filesOf(event.dataTransfer);
      if (files.length === 0) return false;
      const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
      event.preventDefault();
      void host.insertFiles(files, found?.pos);
      return true;
    },
  };
}

/** The focus stays in the text while the insert menu is open, so the text refers to the active entry. */
function textAttributes(state: EditorState, host: VisualHost): Record<string, string> {
  const menu = findInsertMenu(state);
  const chosen = menu === undefined ? undefined : host.filteredItems(menu.query)[menu.index];
  return {
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": "Page",
    ...(!host.canWrite && { "aria-readonly": "true" }),
    ...(menu !== undefined && { "aria-controls": insertMenuId, "aria-haspopup": "listbox" }),
    ...(chosen !== undefined && { "aria-activedescendant": insertOptionId(chosen) }),
  };
}

function stayHere(_view: EditorView, event: Event): boolean {
  if (event.target instanceof Element && event.target.closest("a") !== null) event.preventDefault();
  return false;
}

/**
 * A busy browser reports a moved cursor only after the next keys. Without this, a key that follows a click would replace
 * the text that was selected before the click.
 */
function readSelection(view: EditorView, event: KeyboardEvent): boolean {
  if (!view.composing && !event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
  return false;
}

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

function paste(view: EditorView, data: DataTransfer | null, host: VisualHost): boolean {
  // In code, all pasted content is plain text.
  if (data === null || view.state.selection.$from.parent.type.spec.code) return false;
  const [html, text] = [data.getData("text/html"), data.getData("text/plain")];
  const found = readPaste({ html, text }, host.document.format);
  if (found === undefined) return false;
  const pasted = (slice: Slice) => view.state.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true);
  const tr = pasted(found.slice);
  // Otherwise the paste would be undone as a whole.
  const isWritable = host.isWritable(tr.doc);
  view.dispatch(
    isWritable ? tr : pasted(pasteText(text || found.slice.content.textBetween(0, found.slice.size, "\n\n"))),
  );
  const losses = isWritable ? found.losses : ["the formatting"];
  const names = new Intl.ListFormat("en").format(losses);
  if (names !== "") showMessage(`Pasted without ${names}.`);
  return true;
}
