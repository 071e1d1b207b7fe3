interface Problem {
  severity: string;
  message: string;
  file?: string | undefined;
  line?: number | undefined;
  isNew?: boolean | undefined;
}

/** The problems of one cause: the first of them, and a sentence about the others. */
export interface ProblemGroup<Found> {
  first: Found;
  /** `525 more like this: docs.json:13 ("sdk/b"), …`; undefined if there are no others. */
  others: string | undefined;
}

/** Fewer problems than this are listed one by one. */
const groupMin = 4;
const placesMax = 4;
/** The parts of a message that differ between problems of one cause: quoted text, expressions, paths, anchors, numbers. */
const details = /"[^"]*"|\{[^{}]*\}|(?<=^|[\s(])[/#][^\s,)]+|\b\d+\b/g;

/** Groups problems by cause, so that hundreds of links into a missing folder don't hide the other problems. */
export function groupProblems<Found extends Problem>(problems: readonly Found[]): ProblemGroup<Found>[] {
  const causes = Map.groupBy(problems, causeOf);
  return [...causes.values()].flatMap(([first, ...others]): ProblemGroup<Found>[] => {
    if (first === undefined) return [];
    if (others.length + 1 < groupMin) return [first, ...others].map((one) => ({ first: one, others: undefined }));
    const places = others.slice(0, placesMax).map(describePlace).join(", ");
    const rest = others.length > placesMax ? ", …" : "";
    return [{ first, others: `${others.length.toLocaleString("en")} more like this: ${places}${rest}` }];
  });
}

/**
 * Keeps the first folder of a path, because the pages of a missing folder are usually missing for one reason. The name
 * of a setting is kept as well, apart from its numbers: unknown settings are different causes.
 */
function causeOf({ severity, message, isNew }: Problem): string {
  const [setting = ""] = /^"[^"]*"/.exec(message) ?? [];
  const rest = message.slice(setting.length);
  const cause = rest.replaceAll(details, (detail) => /^"?\/?[^/"]+\/(?=.)/.exec(detail)?.[0] ?? detail.charAt(0));
  return `${severity} ${isNew} ${setting.replaceAll(/\d+/g, "0")}${cause}`;
}

function describePlace({ file, line, message }: Problem): string {
  const detail = message.replace(/^"[^"]*"/, "").match(details)?.[0];
  const place = line === undefined ? file : `${file}:${line}`;
  return [place, detail && (place === undefined ? detail : `(${detail})`)].filter((part) => part).join(" ");
}
