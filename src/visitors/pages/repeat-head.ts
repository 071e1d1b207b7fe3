import type { ServerResponse } from "node:http";

/** Node keeps the text of a response's head here until it is sent. Not part of the documented API. */
interface WithHead {
  _header?: unknown;
}

/** Writes the head of a response. Nothing else may have set headers of this response. */
export type WriteHead = (response: ServerResponse, requestId: string) => void;

/**
 * For a reply that is sent again and again: its status 200 and the same headers, after the request ID. Node checks and
 * joins all headers of each response, which costs more than finding the reply. So the text that Node has made is used
 * for a second, the precision of its `Date` header, and only the request ID changes. A Node version that keeps the text
 * somewhere else makes it each time.
 */
export function repeatHead(headers: readonly string[]): WriteHead {
  let made = { second: 0, before: "", after: "" };
  return (response: ServerResponse & WithHead, requestId) => {
    const second = Math.floor(Date.now() / 1_000);
    // A connection that is closed after the reply has a different head.
    const isUsual = response.shouldKeepAlive && response._header === null;
    if (isUsual && made.second === second) {
      response._header = made.before + requestId + made.after;
      if (response.headersSent) return;
    }
    response.writeHead(200, ["x-request-id", requestId, ...headers]);
    if (!isUsual || typeof response._header !== "string") return;
    const [before = "", after = ""] = response._header.split(requestId);
    made = { second, before, after };
  };
}
