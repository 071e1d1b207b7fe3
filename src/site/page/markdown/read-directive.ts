/** A fence of three or more colons, and what follows it: `::: tip Title`, `:::note[Title]{.wide}`. */
const fence = /^\s*:{3,}(?<rest>.*)$/;
const name = /^\s*[a-z][\w-]*/i;
const bracketed = /^\s*\[(?<title>[^\]]*)\]/;
const attributes = /\{[^{}]*\}/g;

/**
 * A line that starts or ends a container in VitePress, Docusaurus and similar tools. Projects that move from there have
 * such lines in their text, and only the title is worth finding or quoting.
 */
export function readDirective(line: string): { title: string } | undefined {
  const rest = fence.exec(line)?.groups?.rest;
  if (rest === undefined) return undefined;
  const unnamed = rest.replaceAll(attributes, "").replace(name, "");
  return { title: (bracketed.exec(unnamed)?.groups?.title ?? unnamed).trim() };
}
