import { snippetCandidates } from "../../source/resolve-include.ts";
import { textProp } from "../markdown/props.ts";
import type { Component } from "./component.ts";

/** The older way to include a file: `<Snippet file="get-help.mdx" />`. Its other props fill words of the snippet. */
export const snippet: Component = ({ props, node }, context) => {
  const name = textProp(props, "file");
  const found = snippetCandidates(name ?? "").find((candidate) => context.page.snippets.has(candidate));
  if (name === undefined || found === undefined) {
    context.warn(`<Snippet file="${name ?? ""}"> names no file in snippets/ or _snippets/`, node);
    return [];
  }
  return context.renderSnippet(found, node, context);
};
