import { type Received, send } from "../contract/send.ts";
import type { Publisher } from "../updates/publisher.ts";

/** A reader of a published site, from the server's point of view. */
export interface SiteReader {
  token: string;
  /** Calls an API operation on the site's own origin. */
  call(name: string, json: unknown, changes?: Changes): Promise<Received>;
}

interface Changes {
  token?: string | undefined;
  headers?: Record<string, string>;
  method?: string;
}

export async function openReader(lectern: Publisher, subdomain: string, userAgent = "Test"): Promise<SiteReader> {
  const host = `${subdomain}.localhost:${lectern.port}`;
  const headers = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin", "user-agent": userAgent };
  const post = (name: string, json: unknown, { token, ...changes }: Changes): Promise<Received> =>
    send(lectern.url, {
      method: "POST",
      path: `/_lectern/api/${name}`,
      json,
      ...changes,
      ...(token === undefined ? {} : { key: token }),
      headers: { ...headers, ...changes.headers },
    });
  const opened = await post("token", undefined, {});
  const { token } = JSON.parse(opened.text);
  return { token, call: (name, json, changes = {}) => post(name, json, { token, ...changes }) };
}
