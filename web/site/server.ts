type RequestName = "search" | "message" | "feedback" | "event";

/** Sends a request and returns the response, even if its status is an error. Throws if there is no response. */
export type Send = (name: RequestName, body: object, signal: AbortSignal) => Promise<Response>;

const tokenEarlySeconds = 30;
const unauthorized = 401;

/** Readers of a site need no key, because the site's own origin gives them a token. */
export function siteServer(prefix: string): Send {
  let token: Promise<{ value: string; until: number }> | undefined;

  async function currentToken(isRefused = false): Promise<string> {
    const known = isRefused ? undefined : await token?.catch(() => undefined);
    if (known !== undefined && known.until > Date.now()) return known.value;
    token = fetchToken(prefix);
    return (await token).value;
  }

  return async (name, body, signal) => {
    const send = async (isRefused: boolean) =>
      post(`${prefix}/${name}`, await currentToken(isRefused), body, { signal, keepalive: name === "event" });
    const response = await send(false);
    // The token has expired, for example while a laptop was asleep.
    return response.status === unauthorized ? send(true) : response;
  };
}

async function fetchToken(prefix: string): Promise<{ value: string; until: number }> {
  const response = await fetch(`${prefix}/token`, { method: "POST" });
  if (!response.ok) throw new ReplyRefused(response);
  const { token, expiresInSeconds } = (await response.json()) as { token: string; expiresInSeconds: number };
  return { value: token, until: Date.now() + (expiresInSeconds - tokenEarlySeconds) * 1000 };
}

/** Other websites call the public API with a key that lists the allowed origins. */
export function publicServer(origin: string, domain: string, key: string): Send {
  const paths: Record<RequestName, string | undefined> = {
    search: "/discovery/v1/search/",
    message: "/discovery/v2/assistant/",
    feedback: "/discovery/v1/feedback/",
    event: undefined,
  };
  return async (name, body, signal) => {
    const path = paths[name];
    if (path === undefined) return new Response(null, { status: 204 });
    const end = name === "message" ? "/message" : "";
    return post(`${origin}${path}${encodeURIComponent(domain)}${end}`, key, body, { signal });
  };
}

/** Thrown for a response without the expected content. */
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
