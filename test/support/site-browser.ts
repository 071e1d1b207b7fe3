import { type Received, send } from "../contract/send.ts";

/** A browser without scripts: it keeps cookies per host, as a reader's does, and sends forms. */
export interface SiteBrowser {
  /** The cookies of each host, as `name=value`. */
  cookies: Map<string, Map<string, string>>;
  /** Opens an address as a page, without following redirects. */
  open(address: string, headers?: Record<string, string>): Promise<Received>;
  /** Sends a form from a page of the same site. */
  submit(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Received>;
}

/** Every address is sent to the server at `url`, with the address's host. */
export function openSiteBrowser(url: string): SiteBrowser {
  const cookies: SiteBrowser["cookies"] = new Map();
  const ask = async (address: string, headers: Record<string, string>, body?: string): Promise<Received> => {
    const { host, pathname, search } = new URL(address);
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await send(url, {
      method: body === undefined ? "GET" : "POST",
      path: `${pathname}${search}`,
      headers: { host, ...(cookie !== "" && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of reply.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  };
  return {
    cookies,
    open: (address, headers = {}) => ask(address, { accept: "text/html,*/*", ...headers }),
    submit: (address, fields, headers = {}) => {
      const form = { "content-type": "application/x-www-form-urlencoded", origin: new URL(address).origin };
      return ask(address, { ...form, ...headers }, new URLSearchParams(fields).toString());
    },
  };
}
