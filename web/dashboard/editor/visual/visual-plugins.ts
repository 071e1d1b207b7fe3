import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import type { Node } from "prosemirror-model";
import { EditorState, NodeSelection, Plugin, Selection, TextSelection, type Transaction } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { Decoration, DecorationSet } from "prosemirror-view";
import { pageSchema } from "../document/page-schema.ts";
import { documentPosition } from "../document/source-positions.ts";
import type { VisualHost } from "./host.ts";
import { insertMenuPlugin } from "./insert-menu-state.ts";
import { otherCursors } from "./other-cursors.ts";
import { shortcuts } from "./shortcuts.ts";
import { fromSource } from "./source-sync.ts";
import { openTabs } from "./tab-strip.ts";
import { typingRules } from "./typing-rules.ts";

const { nodes } = pageSchema;

/** The cursor starts after the frontmatter, which has its own form. */
export function startState(host: VisualHost, doc: Node): EditorState {
  const first = doc.firstChild;
  const start = first?.type === nodes.frontmatter ? first.nodeSize : 0;
  return EditorState.create({ doc, plugins: visualPlugins(host), selection: caretNear(doc, start) });
}

/** The nearest place for the caret. Never selects a whole block, because typing would replace the block. */
export function caretNear(doc: Node, position: number): Selection {
  const place = doc.resolve(position);
  return Selection.findFrom(place, 1, true) ?? Selection.findFrom(place, -1, true) ?? Selection.near(place);
}

/** The order matters: the first plugin that handles a key wins. */
function visualPlugins(host: VisualHost): Plugin[] {
  return [
    insertMenuPlugin({
      count: (query) => host.filteredItems(query).length,
      choose: (menu) => host.chooseItem(menu),
    }),
    typingRules(),
    ...shortcuts(host),
    tableEditing(),
    gapCursor(),
    dropCursor({ class: "drop-line", color: false, width: 2 }),
    keepSelectedBlock,
    onlyOwnRepairs,
    keepFrontmatter,
    keepTables,
    placeholder,
    openTabs,
    cursorComponent,
    otherCursors(host.session.awareness, (offset) => documentPosition(host.document, offset)),
  ];
}

/** Typing while an import, a comment or a rule is selected starts a paragraph below it instead of replacing it. */
const keepSelectedBlock = new Plugin({
  props: {
    handleTextInput(view, _from, _to, text) {
      const { selection, tr } = view.state;
      if (!(selection instanceof NodeSelection) || !selection.node.isBlock || !selection.node.isAtom) return false;
      tr.insert(selection.to, nodes.paragraph.create(null, pageSchema.text(text)));
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length)).scrollIntoView());
      return true;
    },
  },
});

/** Other people's edits are shown unchanged. Repairing them here would change blocks that nobody touched. */
const onlyOwnRepairs = new Plugin({
  filterTransaction: (tr) => {
    const root = tr.getMeta("appendedTransaction") as Transaction | undefined;
    return !tr.docChanged || root?.getMeta(fromSource) !== true;
  },
});

/**
 * The frontmatter has its own form, so it can't be selected in the text, and deleting the whole text doesn't delete it.
 */
const keepFrontmatter = new Plugin({
  appendTransaction(transactions, before, after) {
    const first = before.doc.firstChild;
    const { selection } = after;
    if (selection instanceof NodeSelection && selection.node.type === nodes.frontmatter) {
      return after.tr.setSelection(Selection.near(after.doc.resolve(selection.to)));
    }
    if (first?.type !== nodes.frontmatter || after.doc.firstChild === first) return null;
    if (transactions.some((tr) => tr.getMeta("frontmatter") === true || tr.getMeta(fromSource) === true)) return null;
    const changed = after.doc.firstChild;
    return changed?.type === nodes.frontmatter
      ? after.tr.replaceWith(0, changed.nodeSize, first)
      : after.tr.insert(0, first);
  },
});

/** Every cell gets the alignment of its column's first cell. Only the first row is a header, as in Markdown. */
const keepTables = new Plugin({
  appendTransaction(transactions, _before, { doc, selection, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const { $from } = selection;
    const depth = Array.from({ length: $from.depth }, (_, index) => $from.depth - index).find(
      (candidate) => $from.node(candidate).type === nodes.table,
    );
    if (depth === undefined) return null;
    const table = $from.node(depth);
    const columns = table.firstChild?.children.map(({ attrs }) => attrs.align) ?? [];
    table.forEach((row, rowOffset, rowIndex) => {
      row.forEach((cell, offset, column) => {
        const type = rowIndex === 0 ? nodes.tableHeader : nodes.tableCell;
        const align = columns[column] ?? null;
        if (cell.type === type && cell.attrs.align === align) return;
        tr.setNodeMarkup($from.start(depth) + rowOffset + 1 + offset, type, { ...cell.attrs, align });
      });
    });
    return tr.docChanged && doc !== tr.doc ? tr : null;
  },
});

/** Marks the component with the cursor, whose buttons are shown. */
const cursorComponent = new Plugin({
  props: {
    decorations({ doc, selection: { $from } }) {
      for (let depth = $from.depth; depth > 0; depth -= 1) {
        if ($from.node(depth).type !== nodes.component) continue;
        const mark = Decoration.node($from.before(depth), $from.after(depth), { class: "has-cursor" });
        return DecorationSet.create(doc, [mark]);
      }
      return null;
    },
  },
});

/** Shows a placeholder in the paragraph with the cursor, and in an empty page. */
const placeholder = new Plugin({
  props: {
    decorations({ doc, selection }) {
      const { $from, empty } = selection;
      const { parent } = $from;
      if (!empty || parent.type !== nodes.paragraph || parent.content.size > 0 || $from.depth === 0) return null;
      const text = "Write, or press / to insert a block";
      return DecorationSet.create(doc, [
        Decoration.node($from.before(), $from.after(), { class: "has-placeholder", "data-placeholder": text }),
      ]);
    },
  },
});
