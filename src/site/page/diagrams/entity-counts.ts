const counts: Record<string, string> = {
  "zero or one": "|o",
  "one or zero": "|o",
  "one or more": "}|",
  "one or many": "}|",
  "many(1)": "}|",
  "1+": "}|",
  "zero or more": "}o",
  "zero or many": "}o",
  "many(0)": "}o",
  "0+": "}o",
  "only one": "||",
  "1": "||",
};
const mirrored: Record<string, string> = { "|o": "o|", "}|": "|{", "}o": "o{", "||": "||" };
const count = String.raw`(?:zero or one|one or zero|one or more|one or many|many\([01]\)|[01]\+|zero or more|zero or many|only one|1|[|o}]{2})`;
const inWords = new RegExp(
  String.raw`^(\S+|.*["\]])\s+(${count})\s*(\s(?:to|optionally to)\s|--|\.\.)\s*(${count.replace("[|o}]", "[|o{]")})\s+(.+)$`,
);

/** `CAR 1 to zero or more DRIVER : allows` in the signs for it. */
export function withCountSigns(statement: string): string {
  const [whole, one, left = "", line = "", right = "", rest] = inWords.exec(statement) ?? [];
  if (whole === undefined) return statement;
  const dashes = line.includes("optionally") ? ".." : line.includes("to") ? "--" : line;
  const ofRight = counts[right];
  return `${one} ${counts[left] ?? left}${dashes}${ofRight === undefined ? right : mirrored[ofRight]} ${rest}`;
}
