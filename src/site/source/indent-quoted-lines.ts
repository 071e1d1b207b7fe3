/**
 * A quoted value of the frontmatter may go on in the next line. YAML wants that line indented; what authors wrote their
 * pages for does not. The lines are indented for them, and the value is the same.
 */
export function indentQuotedLines(yaml: string): string {
  let quote: string | undefined;
  return yaml
    .split("\n")
    .map((line) => {
      if (quote !== undefined) {
        if (closes(line, quote)) quote = undefined;
        return `  ${line}`;
      }
      const [, opening, rest = ""] = /^[\w.:-]+:\s+(["'])(.*)$/.exec(line) ?? [];
      if (opening !== undefined && !closes(rest, opening)) quote = opening;
      return line;
    })
    .join("\n");
}

function closes(text: string, quote: string): boolean {
  return quote === '"' ? /(?:^|[^\\])(?:\\\\)*"/.test(text) : text.replaceAll("''", "").includes("'");
}
