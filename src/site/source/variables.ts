/** Variables of docs.json. If the project has none, `{{word}}` is template code and stays unchanged. */
export type Variables = Readonly<Record<string, string>> | undefined;

const nameLengthMax = 64;
const written = /(=?)\{\{([ \t]*[A-Za-z0-9][\w-]*[ \t]*)\}\}/g;
const identifier = /^[A-Za-z]\w*$/;
const mark = /"?LecternVariableQ([0-9a-f]+)End"?|LecternVariable([0-9a-f]+)End/g;

/**
 * Replaces each `{{name}}` by a marker that any parser sees as one word. In MDX, the braces would be an expression,
 * which is often invalid. Markers are resolved in the tree, where a value can't become markup. Line numbers don't
 * change.
 */
export function markVariables(source: string, variables: Variables): string {
  if (!source.includes("{{")) return source;
  return source.replaceAll(written, (whole, equals: string, inner: string) => {
    if (inner.length > nameLengthMax) return whole;
    const code = Buffer.from(inner).toString("hex");
    if (equals === "") return `LecternVariable${code}End`;
    // `style={{color}}` is an object, unless `color` is the name of a variable or isn't an identifier. Quotes turn a
    // variable into a valid attribute.
    const isVariable = isDefined(inner.trim(), variables) || !identifier.test(inner.trim());
    return isVariable ? `="LecternVariableQ${code}End"` : whole;
  });
}

interface FilledText {
  text: string;
  /** Names that docs.json doesn't define; they are left as written. */
  undefinedNames: string[];
}

/** Resolves the markers in a text of the tree. `protect` escapes values for texts that are markup. */
export function fillVariables(
  text: string,
  variables: Variables,
  protect: (value: string) => string = (value) => value,
): FilledText {
  const undefinedNames: string[] = [];
  if (!text.includes("LecternVariable")) return { text, undefinedNames };
  const filled = text.replaceAll(mark, (_, quoted?: string, plain?: string) => {
    const inner = Buffer.from(quoted ?? plain ?? "", "hex").toString();
    const name = inner.trim();
    if (variables !== undefined && isDefined(name, variables)) return protect(variables[name] ?? "");
    undefinedNames.push(name);
    return `{{${inner}}}`;
  });
  return { text: filled, undefinedNames };
}

function isDefined(name: string, variables: Variables): boolean {
  return variables !== undefined && Object.hasOwn(variables, name);
}
