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
  // Longest first: otherwise part of a secret that contains another one would remain.
  return spellings
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, shown), text);
}
