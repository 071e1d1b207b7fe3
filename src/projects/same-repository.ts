/** Ignores the scheme, upper and lower case, and a trailing `.git`. */
export function isSameRepository(one: string, other: string): boolean {
  const place = placeOf(one);
  return place !== undefined && place === placeOf(other);
}

function placeOf(address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { host, pathname } = new URL(address);
  return (host + pathname)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "");
}
