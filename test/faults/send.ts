import { execFile } from "node:child_process";
import { request as sendRequest } from "node:http";
import type { Journal } from "./journal.ts";
import type { ApiNode } from "./setups.ts";

/** Longer than any documented wait; only a frozen machine may exceed it. */
const replySecondsMax = 45;
const gitSecondsMax = 90;

export interface Call {
  node: ApiNode;
  method?: "GET" | "POST";
  path: string;
  key?: string;
  cookie?: string;
  idempotencyKey?: string;
  body?: unknown;
  /** A subdomain, to read a site as a browser does. */
  site?: string;
}

export interface Reply {
  /** 0 if there was no reply. It is then unknown whether the call had an effect. */
  status: number;
  text: string;
  startedAt: number;
  endedAt: number;
}

export function isDone({ status }: Pick<Reply, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Sends one request and never throws. A failure that no fault explains is recorded as a broken promise. */
export async function send(journal: Journal, call: Call): Promise<Reply> {
  const startedAt = Date.now();
  const { node, path, method = "GET" } = call;
  const { status, text, isLate } = await exchange(call);
  const endedAt = Date.now();
  const what = `${method} ${call.site ?? ""}${path} at ${node.name}`;
  journal.count(`replies ${status}`);
  if (status >= 400 && status < 500 && status !== 429) {
    journal.note(`${what}: ${status} ${text.slice(0, 120).replaceAll("\n", " ")}`);
  }
  if (status === 500) {
    journal.broken("no reply is an internal error", `${what}: ${text.slice(0, 300)}`);
  }
  if (isLate && !wasFrozen(node, startedAt, endedAt)) {
    journal.broken("no call hangs", `${what} had no reply for ${replySecondsMax} s`);
  }
  return { status, text, startedAt, endedAt };
}

function exchange(call: Call): Promise<{ status: number; text: string; isLate: boolean }> {
  const { node, method = "GET", path, key, cookie, idempotencyKey, body, site } = call;
  const headers: Record<string, string> = {
    host: `${site === undefined ? "127.0.0.1" : `${site}.localhost`}:${node.port}`,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie, "x-lectern-dashboard": "1", origin: `http://127.0.0.1:${node.port}` }),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    let text = "";
    const fail = (error: Error) => resolve({ status: 0, text: error.message, isLate: error === late });
    const late = new Error("no reply");
    const options = { host: "127.0.0.1", port: node.port, path, method, headers, agent: false };
    const request = sendRequest(options, (response) => {
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.once("error", fail);
      response.once("end", () =>
        // After a reply that breaks off, it is unknown whether the call had an effect.
        resolve({ status: response.complete ? (response.statusCode ?? 0) : 0, text, isLate: false }),
      );
    });
    const deadline = setTimeout(() => request.destroy(late), replySecondsMax * 1_000);
    request.once("close", () => clearTimeout(deadline));
    request.once("error", fail);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Signs a member in to a site, and returns the cookie to read it with. */
export async function memberCookie(node: ApiNode, site: string, dashboardCookie: string): Promise<string> {
  const start = "/_lectern/sign-in/start?method=members&redirect=/";
  const left = await follow(node, `${site}.localhost`, start, "");
  const passed = await follow(node, "127.0.0.1", left.location, dashboardCookie);
  return (await follow(node, `${site}.localhost`, passed.location, left.cookie)).cookie;
}

/** One step of a sign-in: where it leads, and the cookies it sets. */
function follow({ port }: ApiNode, host: string, address: string, cookie: string) {
  const { pathname, search } = new URL(address, "http://localhost");
  const headers = { host: `${host}:${port}`, accept: "text/html", cookie };
  return new Promise<{ location: string; cookie: string }>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path: pathname + search, headers, agent: false };
    const request = sendRequest(options, (response) => {
      response.resume();
      const cookies = (response.headers["set-cookie"] ?? []).map((set) => set.split(";")[0]);
      resolve({ location: response.headers.location ?? "/", cookie: cookies.join("; ") });
    });
    request.once("error", reject);
    request.end();
  });
}

export interface GitResult {
  isDone: boolean;
  output: string;
}

/** Runs git as an author does. `node` is the node it connects to, if any. */
export function git(journal: Journal, folder: string, args: readonly string[], node?: ApiNode): Promise<GitResult> {
  const startedAt = Date.now();
  const someone = { NAME: "Ada", EMAIL: "ada@example.com" };
  const env = {
    PATH: process.env.PATH,
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    ...Object.fromEntries(
      Object.entries(someone).flatMap(([name, value]) => [
        [`GIT_AUTHOR_${name}`, value],
        [`GIT_COMMITTER_${name}`, value],
      ]),
    ),
  };
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: gitSecondsMax * 1_000, killSignal: "SIGKILL" as const };
    execFile("git", args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      if (node !== undefined) {
        const what = `git ${args[0]} at ${node.name}`;
        if (output.includes("error: 500")) {
          journal.broken("no reply is an internal error", `${what}: ${output}`);
        }
        if (error?.killed === true && !wasFrozen(node, startedAt, Date.now())) {
          journal.broken("no call hangs", `${what} took more than ${gitSecondsMax} s`);
        }
      }
      resolve({ isDone: error === null, output });
    });
  });
}

/** The address for `git`, with the key as the password. */
export function gitUrl({ port }: ApiNode, domain: string, key: string): string {
  return `http://anyone:${key}@127.0.0.1:${port}/git/${domain}.git`;
}

function wasFrozen(node: ApiNode, from: number, to: number): boolean {
  return node.disturbances.some((each) => each.kind !== "full" && each.from < to && each.to > from);
}
