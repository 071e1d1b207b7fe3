import type { Node } from "prosemirror-model";
import { Plugin, Selection, TextSelection } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { componentAttributes, pageSchema } from "../document/page-schema.ts";
import { element } from "../elements.ts";
import { findLook } from "./component-looks.ts";
import { attributeText, changeAttribute, findAttribute } from "./component-props.ts";
import type { VisualHost } from "./host.ts";

interface TabStrip {
  dom: HTMLElement;
  show(node: Node, chosen: number | undefined): void;
}

/** More children than this are shown one below the other. components.css has a rule for each. */
const tabsMax = 12;

/** The titles of tabs or of code in a group. Shows the one with the cursor or the one that was clicked. */
export function tabStrip(host: VisualHost, view: EditorView, position: () => number, block: HTMLElement): TabStrip {
  const dom = element("div", { class: "component-strip", contenteditable: "false" });
  let node: Node | undefined;
  let active = 0;
  let lastChosen: number | undefined;
  return {
    dom,
    show(next, chosen) {
      node = next;
      // The same cursor as before doesn't close a tab that was opened by its title.
      if (chosen !== lastChosen) active = chosen ?? active;
      lastChosen = chosen;
      active = Math.min(active, Math.max(0, next.childCount - 1));
      const inputs = [...dom.querySelectorAll("input")];
      while (inputs.length > next.childCount) inputs.pop()?.remove();
      while (inputs.length < next.childCount) {
        const added = field(inputs.length);
        inputs.push(added);
        dom.append(added);
      }
      for (const [index, input] of inputs.entries()) showOne(input, next.child(index));
      mark();
    },
  };

  function field(index: number): HTMLInputElement {
    const input = element("input", { type: "text", placeholder: "Title", spellcheck: "false", class: "strip-title" });
    input.addEventListener("focus", () => {
      active = index;
      mark();
    });
    input.addEventListener("input", () => {
      const child = node?.maybeChild(index);
      if (child?.type !== pageSchema.nodes.component) return;
      const changed = changeAttribute(
        componentAttributes(child),
        { name: "title", type: "string" },
        input.value.trim(),
      );
      view.dispatch(view.state.tr.setNodeAttribute(positionOf(index), "attributes", changed));
    });
    return input;
  }

  function showOne(input: HTMLInputElement, child: Node): void {
    const isTab = child.type === pageSchema.nodes.component;
    const text = isTab ? attributeText(findAttribute(componentAttributes(child), "title")) : codeTitle(child);
    // The title of code is written above the code, with its other options.
    input.readOnly = !isTab || !host.canWrite;
    input.setAttribute("aria-label", isTab ? "Title of tab" : "Code");
    if (input.value.trim() !== text) input.value = text;
    input.size = Math.max(4, text.length);
  }

  function positionOf(index: number): number {
    const before = node?.children.slice(0, index) ?? [];
    return position() + 1 + before.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  }

  function mark(): void {
    block.dataset.active = (node?.childCount ?? 0) > tabsMax ? "all" : String(active);
    for (const [index, input] of dom.querySelectorAll("input").entries())
      input.setAttribute("aria-current", String(index === active));
  }
}

/** The title in the line above code: `title="app.js"` or its first words. Otherwise the language. */
function codeTitle({ attrs }: Node): string {
  const meta = String(attrs.meta ?? "");
  const [, named] = /\btitle=["']([^"']*)["']/.exec(meta) ?? [];
  const [before = "", ...more] = meta.split(/[{=]/);
  // The word in front of the first `=` is the name of an option.
  const words = meta.includes("=") && more.length > 0 ? before.slice(0, before.trimEnd().lastIndexOf(" ") + 1) : before;
  return named ?? (words.trim() || String(attrs.lang ?? "Code"));
}

/** Opens the tab with the cursor, for example after a search. */
export const openTabs = new Plugin({
  /**
   * A selection never reaches into a hidden tab, where typing would delete text that nobody sees. Browsers report such
   * selections after a double click next to the text.
   */
  appendTransaction(_transactions, _before, { doc, selection, tr }) {
    if (!(selection instanceof TextSelection) || selection.empty) return null;
    const { $from, $to, $anchor, $head } = selection;
    const depth = $from.sharedDepth($to.pos);
    const isStrip = findLook(String($from.node(depth).attrs.name))?.hasStrip === true;
    if (!isStrip || $from.index(depth) === $to.index(depth)) return null;
    const isForward = $head.pos > $anchor.pos;
    const edge = isForward ? $anchor.end(depth + 1) : $anchor.start(depth + 1);
    const head = Selection.near(doc.resolve(edge), isForward ? -1 : 1).head;
    return tr.setSelection(TextSelection.create(doc, $anchor.pos, head));
  },
  props: {
    decorations({ doc, selection: { $from } }) {
      const found = Array.from({ length: $from.depth }, (_, index) => index + 1).filter(
        (depth) => findLook(String($from.node(depth).attrs.name))?.hasStrip === true,
      );
      if (found.length === 0) return null;
      return DecorationSet.create(
        doc,
        found.map((depth) =>
          Decoration.node($from.before(depth), $from.after(depth), {}, { chosen: $from.index(depth) }),
        ),
      );
    },
  },
});
