/** The four things that a reader asks a server for. */
type Wish = "search" | "message" | "feedback" | "event";

/** Sends a wish and gives the reply, whatever its status. Throws when there is none. */
export type Send = (wish: Wish, body: object, signal: AbortSignal) => Promise<Response>;

const tokenEarlySeconds = 30;
const unauthorized = 401;

/** The site's own origin speaks for its readers: they need no key, only a token that the site gives them. */
export function siteServer(prefix: string): Send {
  let token: Promise<{ value: string; until: number }> | undefined;

  async function currentToken(isRefused = false): Promise<string> {
    const known = isRefused ? undefined : await token?.catch(() => undefined);
    if (known !== undefined && known.until > Date.now()) return known.value;
    token = fetchToken(prefix);
    return (await token).value;
  }

  return async (wish, body, signal) => {
    const send = async (isRefused: boolean) =>
      post(`${prefix}/${wish}`, await currentToken(isRefused), body, { signal, keepalive: wish === "event" });
    const response = await send(false);
    // A laptop that slept longer than its token lives.
    return response.status === unauthorized ? send(true) : response;
  };
}

async function fetchToken(prefix: string): Promise<{ value: string; until: number }> {
  const response = await fetch(`${prefix}/token`, { method: "POST" });
  if (!response.ok) throw new ReplyRefused(response);
  const { token, expiresInSeconds } = (await response.json()) as { token: string; expiresInSeconds: number };
  return { value: token, until: Date.now() + (expiresInSeconds - tokenEarlySeconds) * 1000 };
}

/** Any other website asks the public API with its key. The key's list of origins decides whether it may. */
export function publicServer(origin: string, domain: string, key: string): Send {
  const paths: Record<Wish, string | undefined> = {
    search: "/discovery/v1/search/",
    message: "/discovery/v2/assistant/",
    feedback: "/discovery/v1/feedback/",
    event: undefined,
  };
  return async (wish, body, signal) => {
    const path = paths[wish];
    if (path === undefined) return new Response(null, { status: 204 });
    const end = wish === "message" ? "/message" : "";
    return post(`${origin}${path}${encodeURIComponent(domain)}${end}`, key, body, { signal });
  };
}

/** A reply that gives nothing, where there should have been something. */
export class ReplyRefused extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`The server answered ${response.status}.`);
    this.response = response;
  }
}

function post(url: string, bearer: string, body: object, options: RequestInit): Promise<Response> {
  return fetch(url, {
    ...options,
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
