import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colors are the dashboard's, so both themes work. Custom properties reach into a shadow tree. */
const look = EditorView.theme({
  "&": { height: "100%", color: "var(--color-ink)", backgroundColor: "var(--color-surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontSize: "13.5px",
    lineHeight: "22px",
    overscrollBehavior: "contain",
  },
  ".cm-content": { padding: "12px 0 40vh", caretColor: "var(--color-ink)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--color-ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklch, var(--color-accent) 24%, transparent)",
  },
  ".cm-content ::selection": { backgroundColor: "color-mix(in oklch, var(--color-accent) 24%, transparent)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in oklch, var(--color-ink) 4%, transparent)" },
  ".cm-gutters": {
    backgroundColor: "var(--color-surface)",
    color: "var(--color-ink-faint)",
    border: "none",
    fontVariantNumeric: "tabular-nums",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", minWidth: "36px" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--color-ink)" },
  ".cm-foldGutter .cm-gutterElement": { cursor: "pointer", width: "14px", textAlign: "center", fontSize: "16px" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--color-sunken)",
    border: "1px solid var(--color-line)",
    color: "var(--color-ink-soft)",
    borderRadius: "4px",
    padding: "0 6px",
    margin: "0 4px",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--color-accent-soft)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--color-danger-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--color-warn-soft)", outline: "1px solid var(--color-warn)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in oklch, var(--color-warn) 35%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--color-accent-soft)" },
});

const floating = EditorView.theme({
  ".cm-tooltip": {
    backgroundColor: "var(--color-raised)",
    color: "var(--color-ink)",
    border: "1px solid var(--color-line)",
    borderRadius: "var(--radius-control)",
    boxShadow: "var(--shadow-float)",
    fontFamily: "var(--font-sans)",
    fontSize: "13px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-sans)", maxHeight: "280px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "12px",
    alignItems: "baseline",
    padding: "4px 10px",
    lineHeight: "20px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--color-accent-soft)",
    color: "var(--color-ink)",
  },
  ".cm-completionLabel": { fontFamily: "var(--font-mono)", fontSize: "12.5px" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--color-accent)", fontWeight: "600" },
  ".cm-completionDetail": {
    marginLeft: "auto",
    fontStyle: "normal",
    color: "var(--color-ink-faint)",
    overflow: "hidden",
    textOverflow: "ellipsis",
  },
  ".cm-completionInfo": { padding: "8px 10px", maxWidth: "280px", lineHeight: "20px" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeftWidth: "3px", lineHeight: "20px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--color-danger)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--color-warn)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--color-accent)",
    color: "var(--color-on-accent)",
    borderRadius: "4px",
    padding: "2px 8px",
    margin: "0 0 0 8px",
    cursor: "pointer",
  },
  ".cm-lintRange-error, .cm-lintRange-warning": { backgroundImage: "none", textUnderlineOffset: "4px" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--color-danger) 1px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--color-warn) 1px" },
});

const panels = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--color-sunken)", color: "var(--color-ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--color-line)" },
  ".cm-panel.cm-search": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "6px 8px",
    padding: "8px 40px 8px 12px",
    fontFamily: "var(--font-sans)",
  },
  ".cm-panel.cm-search br": { flexBasis: "100%", height: "0", content: '""' },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "4px", fontSize: "13px" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { margin: "0" },
  ".cm-textfield, .cm-button": {
    height: "32px",
    padding: "0 10px",
    fontSize: "13px",
    color: "var(--color-ink)",
    backgroundColor: "var(--color-surface)",
    border: "1px solid var(--color-line-strong)",
    borderRadius: "var(--radius-control)",
  },
  ".cm-button": { backgroundImage: "none", borderColor: "var(--color-line)", cursor: "pointer" },
  ".cm-button:hover": { backgroundColor: "var(--color-hover)" },
  ".cm-button:focus-visible, .cm-textfield:focus-visible, .cm-panel button:focus-visible": {
    outline: "2px solid var(--color-accent)",
    outlineOffset: "2px",
  },
  ".cm-panel.cm-search [name=close]": {
    top: "8px",
    right: "8px",
    width: "32px",
    height: "32px",
    color: "var(--color-ink-soft)",
    fontSize: "18px",
    cursor: "pointer",
  },
});

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650", color: "var(--hl-title)" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.link, color: "var(--color-accent)" },
  { tag: tags.url, color: "var(--color-ink-faint)" },
  { tag: tags.monospace, color: "var(--hl-string)" },
  { tag: [tags.meta, tags.comment, tags.processingInstruction], color: "var(--hl-comment)" },
  { tag: tags.keyword, color: "var(--hl-keyword)" },
  { tag: tags.string, color: "var(--hl-string)" },
  { tag: [tags.number, tags.atom, tags.bool, tags.null], color: "var(--hl-number)" },
  { tag: tags.tagName, color: "var(--hl-type)", fontWeight: "600" },
  { tag: tags.attributeName, color: "var(--hl-attribute)" },
  { tag: tags.propertyName, color: "var(--hl-attribute)" },
  { tag: [tags.angleBracket, tags.brace, tags.operator], color: "var(--color-ink-faint)" },
  { tag: tags.invalid, color: "var(--color-danger)" },
]);

export const sourceTheme: Extension = [look, floating, panels, syntaxHighlighting(colors)];
