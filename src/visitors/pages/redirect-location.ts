/** Where a redirect leads, with what the reader has asked for beside the path. It leaves fully encoded, once. */
export function redirectLocation(destination: string, query: string | undefined): string {
  const hash = destination.indexOf("#");
  const [address, fragment] = hash === -1 ? [destination, ""] : [destination.slice(0, hash), destination.slice(hash)];
  const asked = query === undefined ? "" : `${address.includes("?") ? "&" : "?"}${query}`;
  // An author may write some of it encoded and some not; what is encoded already stays as it is.
  return encodeURI(`${address}${asked}${fragment}`).replaceAll(/%25([0-9a-f]{2})/gi, "%$1");
}
