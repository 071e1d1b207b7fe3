/** One member of a RateLimit or RateLimit-Policy field. */
export interface Member {
  name: string;
  parameters: Record<string, number>;
}

const member = /^"([\x20-\x21\x23-\x5b\x5d-\x7e]*)"((?:;[a-z*][a-z0-9_.*-]*=\d{1,15})+)$/;

/** Parses a field of draft-ietf-httpapi-ratelimit-headers: a list of strings with integer parameters (RFC 9651). */
export function parseRateLimitField(field: string | string[] | undefined): Member[] {
  if (typeof field !== "string") {
    throw new Error(`The field is missing or occurs more than once: ${field}.`);
  }
  return field.split(/ *, */).map((text) => {
    const [, name, parameters] = member.exec(text) ?? [];
    if (name === undefined || parameters === undefined) {
      throw new Error(`Not a string with integer parameters: ${text}`);
    }
    const pairs = parameters.slice(1).split(";");
    return {
      name,
      parameters: Object.fromEntries(pairs.map((pair) => [pair.split("=")[0], Number(pair.split("=")[1])])),
    };
  });
}
