const line = /^([A-Za-z][\w-]*): *(?:"([^"\\]*)"|'([^']*)'|([A-Za-z][\w ,./()–—’!?+&-]*))? *$/;
const special = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Nine of ten pages have only `key: text` lines, and a YAML parser takes longer for them than the whole rest of reading
 * a page. This reads those and gives up, by returning undefined, at the first line that YAML could see differently.
 */
export function quickFrontmatter(yaml: string): Record<string, string | boolean> | undefined {
  const values: Record<string, string | boolean> = Object.create(null) as Record<string, string | boolean>;
  for (const text of yaml.split("\n")) {
    if (text.trim() === "") continue;
    const match = line.exec(text.trimEnd());
    if (match === null) return undefined;
    const [, key = "", doubleQuoted, singleQuoted, plain] = match;
    const quoted = doubleQuoted ?? singleQuoted;
    if (quoted !== undefined) values[key] = quoted;
    else if (plain === undefined) return undefined;
    else if (plain === "true" || plain === "false") values[key] = plain === "true";
    else if (special.test(plain)) return undefined;
    else values[key] = plain.trimEnd();
  }
  return values;
}
