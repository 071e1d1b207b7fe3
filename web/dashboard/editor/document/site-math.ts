import { math } from "micromark-extension-math";

type Extension = ReturnType<typeof math>;
type Construct = Extract<NonNullable<NonNullable<Extension["text"]>[number]>, { tokenize: unknown }>;

/**
 * Parses formulas like the site does. The parser's own rule for single dollars would match prices. Here a dollar opens
 * a formula only directly before its content, and closes it only directly after.
 */
export function siteMath(): Extension {
  const extension = math();
  const constructs = Object.values(extension.text ?? {}).flat() as Construct[];
  const [construct] = constructs;
  if (construct === undefined) return extension;
  return { ...extension, text: { [dollar]: { ...construct, tokenize: onlyFormulas(construct.tokenize) } } };
}

const dollar = 36;
const wordCharacter = /[\p{L}\p{N}_]/u;

function onlyFormulas(tokenize: Construct["tokenize"]): Construct["tokenize"] {
  return function tokenizeFormula(effects, ok, nok) {
    const before = this.previous;
    return tokenize.call(
      this,
      effects,
      (code) => {
        const token = this.events.at(-1)?.[1];
        const text = token === undefined ? "" : this.sliceSerialize(token);
        return text.startsWith("$$") || isFormula(before, text.slice(1, -1), code) ? ok(code) : nok(code);
      },
      nok,
    );
  };
}

function isFormula(before: number | null, content: string, after: number | null): boolean {
  if (isWordCharacter(before) || isWordCharacter(after)) return false;
  if (/^\s|\s$|[\n\r`]/.test(content)) return false;
  return /[\\^_{}=+*/<>|]/.test(content) || !/\p{L}{2}/u.test(content) || !/\s/.test(content);
}

/** The parser uses negative codes for line endings and tabs. */
function isWordCharacter(code: number | null): boolean {
  return code !== null && code >= 0 && wordCharacter.test(String.fromCodePoint(code));
}
