import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { Attrs, MarkType } from "prosemirror-model";
import type { Plugin } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";

const { nodes, marks } = pageSchema;

/** Turns Markdown notation into formatting while it is typed. */
export function typingRules(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, hashes = ""]) => ({ level: hashes.length })),
      task,
      wrappingInputRule(/^[-*+]\s$/, nodes.bulletList),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.orderedList,
        ([, start]) => ({ start: Number(start) }),
        ([, start], list) => list.childCount + Number(list.attrs.start) === Number(start),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      textblockTypeInputRule(/^```([\w-]{0,40})\s$/, nodes.codeBlock, ([, lang]) => ({ lang: lang || null })),
      rule,
      markRule(/(?<![*\w])\*\*([^*\s](?:[^*]{0,300}[^*\s])?)\*\*$/, marks.strong),
      markRule(/(?<![*\w])\*([^*\s](?:[^*]{0,300}[^*\s])?)\*$/, marks.emphasis),
      markRule(/(?<![_\w])_([^_\s](?:[^_]{0,300}[^_\s])?)_$/, marks.emphasis),
      markRule(/(?<![~\w])~~([^~\s](?:[^~]{0,300}[^~\s])?)~~$/, marks.strike),
      markRule(/(?<!`)`([^`]{1,300})`$/, marks.code),
      markRule(/(?<!!)\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)$/, marks.link, (href) => ({ href })),
    ],
  });
}

/** `[] ` or `[x] ` turns an item or a paragraph into a task. */
const task = new InputRule(/^\[([ xX]?)\]\s$/, (state, [, box], start, end) => {
  const checked = box === "x" || box === "X";
  const $start = state.doc.resolve(start);
  const item = $start.depth > 1 ? $start.node(-1) : undefined;
  if ($start.parent.type !== nodes.paragraph) return null;
  if (item?.type === nodes.listItem && $start.index(-1) === 0) {
    const tr = state.tr.delete(start, end);
    return tr.setNodeAttribute($start.before(-1), "checked", checked);
  }
  const tr = state.tr.delete(start, end);
  const range = tr.doc.resolve(start).blockRange();
  return range === null
    ? null
    : tr.wrap(range, [{ type: nodes.bulletList }, { type: nodes.listItem, attrs: { checked } }]);
});

const rule = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
  const $start = state.doc.resolve(start);
  if ($start.parent.type !== nodes.paragraph || !$start.node(-1).type.contentMatch.matchType(nodes.paragraph))
    return null;
  const parent = $start.node(-1);
  if (!parent.canReplaceWith($start.index(-1), $start.index(-1), nodes.thematicBreak)) return null;
  return state.tr.delete($start.start(), $start.end()).insert($start.before(), nodes.thematicBreak.create());
});

function markRule(pattern: RegExp, type: MarkType, attrsOf: (second: string) => Attrs = () => ({})): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const [, text = "", second = ""] = match;
      if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
      if (state.doc.rangeHasMark(start, end, marks.code)) return null;
      const open = match[0].indexOf(text);
      // The last typed character isn't in the document yet.
      const tr = state.tr.delete(start + open + text.length, end).delete(start, start + open);
      tr.addMark(start, start + text.length, type.create(attrsOf(second)));
      return tr.removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}
