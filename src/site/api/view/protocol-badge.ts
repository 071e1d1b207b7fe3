/** What stands where nothing is known, or where there are several protocols. */
const anyProtocol = "event";

/** A word for the head of a page: `kafka-secure` → `kafka`, `ws` and `wss` → `wss`. The navigation has less room for it. */
export function protocolBadge(protocols: readonly string[], lengthMax = 16): string {
  const plain = new Set(protocols.map((protocol) => protocol.replace(/^secure-|-secure$/, "")));
  if (plain.has("ws") && plain.has("wss")) plain.delete("ws");
  const [only = anyProtocol] = plain;
  return plain.size === 1 && /^[a-z0-9]+$/.test(only) && only.length <= lengthMax ? only : anyProtocol;
}
