const shown = "[secret]";

/** Removes secrets from a text, in every encoding in which git, curl or a server may repeat them. */
export function redact(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
      Buffer.from(secret).toString("base64"),
      Buffer.from(secret).toString("base64url"),
      encodeURIComponent(secret),
    ]);
  // The longest secret is replaced first: if one secret contains another, replacing the shorter one first would leave a
  // part of the longer one.
  return spellings
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, shown), text);
}
