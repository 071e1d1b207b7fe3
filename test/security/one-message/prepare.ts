import { generateKeyPairSync } from "node:crypto";
import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import { type Operation, pathParams } from "../../../src/contract/operation.ts";
import { revisionOf } from "../../../src/editor/structure/settings-text.ts";
import { validRequests } from "../../contract/requests.ts";
import { pathOf } from "../../contract/send.ts";
import { type EditorTexts, projectOf, replaceTexts } from "../../editor/requests.ts";
import { setAccess } from "../../support/private-site.ts";
import { publishPages } from "../../support/publish-pages.ts";
import type { Installation } from "../../support/server.ts";
import type { Headers, IssuedCredentials } from "../matrix/credentials.ts";
import { prepareRequest } from "../matrix/requests.ts";
import { tested } from "../matrix/test-matrix.ts";
import { entryPoints } from "./entry-points.ts";
import { publishHostileSite } from "./hostile-site.ts";
import { storedTexts } from "./stored-texts.ts";

/** An entry point, and the texts in the project that the request is about; `plain` for short and harmless ones. */
export interface Wanted {
  name: string;
  texts: string;
  /** For routes that are nobody's entry point. */
  operation?: Operation | undefined;
}

/** A valid request. Variants of it are sent to the server. */
export interface PreparedRequest {
  params: Readonly<Record<string, string>>;
  query: string;
  headers: Headers;
  body?: Record<string, unknown>;
  /** A body that isn't JSON, as base64. */
  upload?: { type: string; base64: string };
}

interface Prepared {
  lectern: Installation;
  issued: IssuedCredentials;
}

/** As JSON, a text may be twice as long. */
const textLengthMax = 500_000;
const watering = "guides/watering.mdx";
let textsInUse = "plain";

export async function prepare(
  prepared: Prepared,
  { name, texts, operation = entryPoints[name] }: Wanted,
): Promise<PreparedRequest> {
  if (operation === undefined) throw new Error(`Unknown entry point ${name}.`);
  const isOnSite =
    operation.key === "assistant" ||
    operation.key === "visitor" ||
    /readSite|callTool|startTools|callOwnerTool|askSite/.test(name);
  await restrictSite(prepared.lectern, isForReaders(name));
  if (!(name in tested)) {
    if (isOnSite) await publishHostileSite(prepared.lectern);
    return prepareElsewhere(prepared, name, operation);
  }
  const stored = storedTexts[texts]?.();
  if (stored !== undefined && textsInUse !== texts) {
    replaceTexts(stored);
    textsInUse = texts;
  }
  const { params, query = "", body, upload } = await prepareRequest(name, prepared, "acme");
  // Some preparations have published another site.
  if (isOnSite) await publishHostileSite(prepared.lectern);
  const valid = {
    params,
    query,
    headers: await headersFor(prepared, operation),
    ...(body === undefined ? {} : { body }),
    ...(upload === undefined ? {} : { upload: { type: upload.type, base64: upload.bytes.toString("base64") } }),
  };
  return stored === undefined ? valid : withTexts(prepared, name, valid, stored);
}

async function headersFor({ issued }: Prepared, { key }: Operation): Promise<Headers> {
  if (key === "assistant") return issued.headers["an assistant key"];
  if (key === "admin") return issued.headers["an admin's token"];
  // A new session, because the request may end it.
  return issued.renew("an admin");
}

/** The same request about a project with these texts. */
async function withTexts(
  prepared: Prepared,
  name: string,
  valid: PreparedRequest,
  stored: EditorTexts,
): Promise<PreparedRequest> {
  const params = pathParams(entryPoints[name] as Operation);
  if (params.includes("number") || name === "compareBranches" || name === "listBranches") {
    const pull = await openPull(prepared, stored);
    const about = {
      ...valid.params,
      projectId: pull.projectId,
      ...(params.includes("number") ? { number: pull.number } : {}),
    };
    const query = valid.query
      .replace("start.mdx", watering)
      .replace("path=/start", "path=/guides/watering")
      .replace(/head=.*/, `head=${pull.head}&base=main`);
    const place = { path: watering, side: "new", line: 1 };
    return {
      ...valid,
      params: about,
      query,
      ...(name === "commentPullRequest" ? { body: { body: "Why?", place } } : {}),
    };
  }
  const { body } = valid;
  if (body === undefined) return valid;
  const revision = revisionOf({ files: ["docs.json"], read: () => stored.settings });
  return {
    ...valid,
    body: {
      ...body,
      ...("revision" in body ? { revision } : {}),
      ...(typeof body.text === "string" && "path" in body ? { text: stored.page.slice(0, textLengthMax) } : {}),
      // An edit that changes one line of many.
      ...("prompt" in body ? { prompt: `Replace "plants" by "flowers" in ${watering}` } : {}),
    },
  };
}

let branches = 0;

/** A pull request that changes the page, with previews of both sides. */
async function openPull({ lectern, issued }: Prepared, stored: EditorTexts) {
  const { project, commit } = await projectOf(lectern);
  branches += 1;
  const head = `changes-${branches}`;
  await commit(head, { [watering]: stored.change(head) });
  for (const branch of [head, project.branch]) {
    const html = `<p>${branch}</p>${stored.page}`;
    await publishPages(lectern, { project, branch, pages: { "guides/watering": html }, commitSha: null });
  }
  const opened = await lectern.node.server.http.inject({
    method: "POST",
    url: pathOf(entryPoints.openPullRequest as Operation, { projectId: project.id }),
    headers: issued.headers["an admin's token"],
    payload: { head, title: "Change the page" },
  });
  if (opened.statusCode !== 201) throw new Error(opened.payload);
  return { projectId: project.id, head, number: String(opened.json().number) };
}

async function prepareElsewhere(
  { lectern, issued }: Prepared,
  name: string,
  operation: Operation,
): Promise<PreparedRequest> {
  const { project } = lectern.tenant;
  const host = `${project.domain}.sites.lectern.test`;
  const site = { host, origin: `https://${host}` };
  const { inject } = lectern.node.server.http;
  const body = bodies[name];
  if (operation.key === "visitor") {
    const token = await inject({ method: "POST", url: "/_lectern/api/token", headers: site });
    const headers = { ...site, authorization: `Bearer ${token.json().token}` };
    return { params: {}, query: "", headers, ...(body === undefined ? {} : { body }) };
  }
  const token = name === "startAutomation" ? await createHook(lectern, issued) : "a";
  const isGit = operation.path.startsWith("/git/");
  const { domain } = isGit ? (await projectOf(lectern)).project : project;
  const params = { page: "p1", repository: `${domain}.git`, signed: "a", token, projectId: project.id };
  if (operation.key === "signature") {
    const url = pathOf(dashboardOperations.rotateWebhookSecret, { projectId: project.id });
    const change = { method: "POST" as const, headers: await issued.renew("an admin") };
    const { secret } = (await inject({ ...change, url })).json();
    const settings = { slack: { signingSecret: secret, botToken: "xoxb-1" } };
    if (name === "receiveSlackEvent") {
      const url = pathOf(dashboardOperations.changeProject, { projectId: project.id });
      await inject({ ...change, url, payload: settings });
    }
    const seconds = String(Math.floor(lectern.clock.now() / 1_000));
    const { id: projectId, repository } = project;
    return { params: { projectId, repository, secret, seconds }, query: "", headers: {} };
  }
  const git = /-(?:upload|receive)-pack$/.exec(operation.path)?.[0];
  const basic = Buffer.from(`x:${lectern.tenant.admin.secret}`).toString("base64");
  const headers = isGit
    ? { authorization: `Basic ${basic}` }
    : name === "callOwnerTool"
      ? issued.headers["an admin's token"]
      : ["readSite", "callTool", "startTools", "askSite"].includes(name) || isForReaders(name)
        ? site
        : {};
  return {
    params,
    query: name === "readRefs" ? "?service=git-upload-pack" : "",
    headers,
    ...(body === undefined ? {} : { body }),
    ...(git === undefined ? {} : { upload: { type: `application/x-git${git}-request`, base64: "" } }),
  };
}

/** The secret part of an address that starts an automation. */
async function createHook(lectern: Installation, issued: IssuedCredentials): Promise<string> {
  const { params } = await validRequests.createAutomationHook(lectern, lectern.tenant);
  const url = pathOf(entryPoints.createAutomationHook as Operation, params);
  const headers = await issued.renew("an admin");
  const created = await lectern.node.server.http.inject({ method: "POST", url, headers });
  return created.json().url.split("/").at(-1);
}

/** Pages on the host of a site that only some readers may see. */
const forReaders: ReadonlySet<string> = new Set([
  "showReaderSignIn",
  "finishReaderSignIn",
  "signInReader",
  "openPreviewLink",
]);
function isForReaders(name: string): boolean {
  return forReaders.has(name) || / \/(_lectern|login)\//.test(name);
}

let isRestricted = false;

async function restrictSite(lectern: Installation, shouldBe: boolean): Promise<void> {
  if (shouldBe === isRestricted) return;
  isRestricted = shouldBe;
  if (shouldBe) await publishHostileSite(lectern);
  const value = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
  const jwt = { name: "Acme", loginUrl: "https://app.acme.test", key: { kind: "public_key" as const, value } };
  await setAccess(lectern, lectern.tenant.project.id, shouldBe ? "readers" : "public", { jwt });
}

const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  readerSearch: { query: "install" },
  readerMessage: { fp: "anonymous", messages: [{ id: "m1", role: "user", content: "How do I install it?" }] },
  readerFeedback: { threadId: "thr_a", messageId: "msg_a", helpful: true },
  readerEvent: { type: "search", query: "install", results: 1 },
  readerNote: { type: "view", page: "/" },
  signInReader: { token: "a.b.c", redirect: "/" },
  openPreviewLink: { token: "a" },
  startAutomation: { a: "a" },
  callOwnerTool: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_projects", arguments: {} } },
  startTools: {
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: {
      protocolVersion: "2025-06-18",
      clientInfo: { name: "a", version: "1", icons: [{ src: "a", sizes: ["a"] }] },
      capabilities: { experimental: { a: {} }, extensions: { a: {} }, sampling: {}, roots: {}, elicitation: {} },
      _meta: { a: {} },
    },
  },
  callTool: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: "a" } } },
};
