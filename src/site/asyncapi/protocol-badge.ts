/** What stands where nothing is known, or where there are several protocols. */
const anyProtocol = "event";

/** A short word for the navigation and the head of a page: `kafka-secure` → `kafka`, `ws` and `wss` → `wss`. */
export function protocolBadge(protocols: readonly string[]): string {
  const plain = new Set(protocols.map((protocol) => protocol.replace(/^secure-|-secure$/, "")));
  if (plain.has("ws") && plain.has("wss")) plain.delete("ws");
  const [only = anyProtocol] = plain;
  return plain.size === 1 && /^[a-z0-9]{1,8}$/.test(only) ? only : anyProtocol;
}
