const shown = "[secret]";

/** Takes secrets out of a text, in every spelling in which git, curl or a server may repeat them. */
export function redact(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
      Buffer.from(secret).toString("base64"),
      Buffer.from(secret).toString("base64url"),
      encodeURIComponent(secret),
    ]);
  // The longest first: a secret that contains another must not leave its rest behind.
  return spellings
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, shown), text);
}
