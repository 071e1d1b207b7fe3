/** The variable parts of an error message, which differ each time the error occurs. */
const variable: readonly [pattern: RegExp, replacement: string][] = [
  // Stack frames of JavaScript, Python, Java and Go.
  [/^[ \t]*at [^\n]{1,500}$/gm, ""],
  [/^[ \t]*File "[^"\n]{1,500}", line \d+[^\n]{0,200}(?:\n[ \t]{4}[^\n]{0,500})?$/gm, ""],
  [/^[ \t]*(?:\.{3} \d+ more|goroutine \d+[^\n]{0,200}|Traceback \(most recent call last\):|Caused by:)/gm, ""],
  [/^(?:node:internal|[ \t]{0,200}\^{1,200}|> ?\d{0,7} ?\|)[^\n]{0,500}$/gm, ""],
  [/^(?:Uncaught |Unhandled )?(?:Error|error|ERROR|fatal|panic): /gm, ""],
  // Timestamps, then addresses with their ports.
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, " "],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\b/g, " "],
  [/\bhttps?:\/\/[^\s"'`<>)\]]{1,500}/g, " "],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])/g, " "],
  [/(?<![\w:]):{2,3}\d{0,5}(?![\w:])|\blocalhost:\d{1,5}\b/g, " "],
  // File paths with line numbers.
  [/(?<![\w:/.@])(?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[\w.@+~-]{1,200}(?:[\\/][\w.@+~-]{0,200}){1,40}(?::\d{1,7}){0,2}/g, " "],
  [/\b[\w-]{1,100}\.(?:[cm]?[jt]sx?|py|go|rb|java|rs|php|vue|svelte):\d{1,7}(?::\d{1,7})?/g, " "],
  [/\bline \d{1,7}(?:,? col(?:umn)? \d{1,7})?\b/gi, " "],
  // Hashes, identifiers and numbers in hexadecimal.
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, " "],
  [/\b0x[0-9a-f]{1,64}\b/gi, " "],
  [/\b(?=[a-f]{0,64}\d)(?=\d{0,64}[a-f])[0-9a-f]{7,64}\b/g, " "],
  [/\berrno: -?\d{1,10},?/g, " "],
  [/\[?\b(?:pid|process)[ =:]\d{1,10}\]?/gi, " "],
];
/** A name such as `EADDRINUSE`, `FST_ERR_CTP_EMPTY_TYPE`, `TypeError` or `java.lang.NullPointerException`. */
const errorName =
  /\bE[A-Z]{4,20}\b|\b[A-Z][A-Z\d]{1,20}_[A-Z\d_]{3,60}\b|\b(?:[a-z]{1,30}\.){0,8}(?:[A-Z][a-z\d]{0,30}){0,6}(?:Error|Exception)\b|\b(?:Error|error|ERROR|fatal|panic|Uncaught|Unhandled)\b ?:|^Traceback /m;
/** Values in quotation marks; short plain words inside them may be names of settings and are kept. */
const quoted = /"[^"\n]{1,300}"|'[^'\n]{1,300}'|`[^`\n]{1,300}`/g;
const isName = /^["'`][@\w][\w.@-]{0,60}["'`]$/;
const errorCharactersMax = 4_000;

/** Removes the variable parts of a pasted error message. Other messages are returned unchanged. */
export function reduceError(message: string): string {
  const text = message.slice(0, errorCharactersMax);
  if (!errorName.test(text)) return message;
  const reduced = variable
    .reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text)
    .replaceAll(quoted, (value) => (isName.test(value) ? value : " "))
    .split("\n")
    .map((line) => line.replaceAll(/[ \t]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
  return /[\p{L}\p{N}]{2}/u.test(reduced) ? reduced : message;
}
