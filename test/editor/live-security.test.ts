import { once } from "node:events";
import { request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Doc, encodeStateAsUpdate } from "yjs";
import { deleteMember, updateMemberRole } from "../../src/accounts/member-store.ts";
import { createToken } from "../../src/accounts/tokens/create-token.ts";
import {
  type ClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  liveCloseCodes,
  type ServerMessage,
} from "../../src/contract/live-messages.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { liveLimits } from "../../src/editor/live/live-limits.ts";
import { findDraftFile, updateDraft } from "../../src/editor/store.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { liveUrl } from "../support/live-client.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { allSaved, connect, createDraft, createLiveProject, eventually, openPage, sessionOf } from "./live-support.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let draft: EditorDraft;
  let ada: Person;
  let people = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const pages = Array.from({ length: liveLimits.pagesPerSocketMax + 1 }, (_, page) => [`p${page}.mdx`, "# Page\n"]);
    const files = { "docs.json": "{}", "start.mdx": "# Start\n", ...Object.fromEntries(pages) };
    hosted = await createLiveProject(lectern, files);
    draft = await createDraft({ database: lectern.node.database, clock: lectern.clock }, hosted);
    ada = await newPerson("editor");
  });
  afterAll(() => lectern.stop());

  const newPerson = (role: "viewer" | "editor" | "admin", organizationId = lectern.tenant.organizationId) => {
    people += 1;
    return join(lectern, organizationId, role, `person${people}@acme.test`);
  };

  /** Requests an upgrade and returns the status: 101 if the server accepts it. */
  const knock = (headers: Record<string, string>, id = draft.id) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(liveUrl(lectern.node.url, hosted.project, { id }), { headers });
      socket.on("open", () => {
        resolve(101);
        socket.terminate();
      });
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("error", reject);
    });

  test("only members who come from the dashboard itself can open the live connection", async () => {
    const origin = publicUrl;
    const { cookie } = ada;
    const outsider = await newPerson("admin", lectern.stranger.organizationId);
    expect(await knock({ cookie, origin })).toBe(101);
    expect(await knock({ cookie: outsider.cookie, origin })).toBe(404);
    expect(await knock({ cookie, origin }, "drf_none")).toBe(404);
    expect(await knock({ origin })).toBe(401);
    expect(await knock({ cookie })).toBe(403);
    expect(await knock({ cookie, origin: "https://evil.test" })).toBe(403);
    expect(await knock({ cookie, origin: "null" })).toBe(403);
    const { host } = new URL(lectern.node.url);
    expect(await knock({ cookie, origin: `https://${host}` })).toBe(101);
    expect(await knock({ cookie, origin: `http://${host}` })).toBe(403);
  });

  test("API keys and personal access tokens don't open a draft", async () => {
    const origin = publicUrl;
    const owner = { userId: ada.userId, organizationId: null, name: "Laptop", scopes: ["read", "write"] as const };
    const { secret } = await createToken({ clock: lectern.clock }, lectern.node.database.query, owner);
    for (const key of [secret, lectern.tenant.admin.secret]) {
      expect(await knock({ authorization: `Bearer ${key}`, origin })).toBe(401);
    }
  });

  test("a published site's address doesn't serve live editing", onOneDatabase(dialect), async () => {
    const host = `${hosted.project.domain}.sites.lectern.test`;
    expect(await knock({ cookie: ada.cookie, origin: `https://${host}`, host })).toBe(404);
  });

  test("upgrades to other addresses are ignored", onOneDatabase(dialect), async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: "Upgrade", upgrade: "h2c" };
      request(`${lectern.node.url}/healthz`, { headers }, (response) => resolve(response.statusCode))
        .on("upgrade", () => reject(new Error("The connection was upgraded.")))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
  });

  test("the reply to a plain request says whether an upgrade would be accepted", async () => {
    const address = liveUrl(lectern.node.url, hosted.project, draft).replace("ws", "http");
    expect((await fetch(address, { headers: { cookie: ada.cookie } })).status).toBe(204);
    expect((await fetch(address)).status).toBe(401);
  });

  /** A browser that sends arbitrary messages. */
  async function openRaw(cookie = ada.cookie) {
    const socket = new WebSocket(liveUrl(lectern.node.url, hosted.project, draft), {
      headers: { cookie, origin: publicUrl },
    });
    onTestFinished(() => socket.terminate());
    const received: ServerMessage[] = [];
    let code: number | undefined;
    socket.on("message", (data) => received.push(decodeServerMessage(data as Buffer)));
    socket.on("close", (closed) => (code = closed));
    socket.on("error", () => {});
    await eventually(() => expect(received[0]?.kind).toBe("hello"));
    return {
      socket,
      received,
      send: (message: ClientMessage) => socket.send(encodeClientMessage(message)),
      closed: () => eventually(() => expect(code).toBeDefined()).then(() => code),
      next: (kind: ServerMessage["kind"]) =>
        eventually(() => {
          const found = received.find((message) => message.kind === kind);
          if (found === undefined) throw new Error(`No ${kind} yet.`);
          return found;
        }),
    };
  }

  const open = { kind: "open", page: 1, path: "start.mdx", epoch: "", state: new Uint8Array() } as const;
  const insert = (text: string) => {
    const doc = new Doc();
    doc.getText("source").insert(0, text);
    return encodeStateAsUpdate(doc);
  };

  test("viewers see live changes, and their own changes are refused", async () => {
    const viewer = await newPerson("viewer");
    const raw = await openRaw(viewer.cookie);
    expect(raw.received[0]).toMatchObject({ canWrite: false });
    raw.send(open);
    await raw.next("opened");
    raw.send({ kind: "update", page: 1, number: 1, update: insert("x") });
    expect(await raw.next("refused")).toMatchObject({ reason: "read_only", number: 1 });
    expect(await findDraftFile(lectern.node.database.query, draft.id, "start.mdx")).toBeUndefined();
  });

  test("a member who is removed or becomes a viewer is disconnected while typing", async () => {
    const { organizationId } = lectern.tenant;
    const [leaving, demoted] = [await newPerson("editor"), await newPerson("editor")];
    const [gone, weaker] = [await openRaw(leaving.cookie), await openRaw(demoted.cookie)];
    await lectern.node.database.transaction(async (tx) => {
      await deleteMember(tx, organizationId, leaving.userId);
      await updateMemberRole(tx, organizationId, demoted.userId, "viewer");
    });
    expect(await gone.closed()).toBe(liveCloseCodes.refused);
    expect(await weaker.closed()).toBe(liveCloseCodes.refused);
    expect(await knock({ cookie: leaving.cookie, origin: publicUrl })).toBe(404);
  });

  test("a person whose open draft is published learns why it can't be changed anymore", async () => {
    const { database } = lectern.node;
    const own = await createDraft({ database, clock: lectern.clock }, hosted);
    const connection = connect({ url: lectern.node.url, cookie: ada.cookie }, hosted.project, own);
    await openPage(connection, "start.mdx");
    await database.transaction((tx) => updateDraft(tx, own.id, { status: "published" }, lectern.clock.now()));
    await eventually(() => expect(connection.state.status).toBe("refused"));
    expect(connection.state.problem).toContain("published");
    expect(await knock({ cookie: ada.cookie, origin: publicUrl }, own.id)).toBe(409);
  });

  test("paths outside the project and paths of other files are refused", async () => {
    const raw = await openRaw();
    const paths = ["../secret.mdx", "/etc/passwd", "logo.png", "none.mdx", ".git/config", "a\u0000.mdx", ""];
    for (const [page, path] of paths.entries()) raw.send({ ...open, page, path });
    await eventually(() => expect(raw.received.filter(({ kind }) => kind === "refused")).toHaveLength(paths.length));
    for (const refused of raw.received.filter(({ kind }) => kind === "refused")) {
      expect(refused).toMatchObject({ reason: "missing" });
    }
  });

  test("an invalid message ends the connection, not the server", onOneDatabase(dialect), async () => {
    for (const bytes of [[], [9], [0], [2, 1, 1, 200], [255, 255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
      const raw = await openRaw();
      raw.socket.send(Buffer.from(bytes));
      expect(await raw.closed()).toBe(liveCloseCodes.invalid);
    }
    const raw = await openRaw();
    raw.socket.send("text");
    expect(await raw.closed()).toBe(liveCloseCodes.invalid);
  });

  test("garbage of any kind affects neither the server nor other people's pages", onOneDatabase(dialect), async () => {
    const { database } = lectern.node;
    const own = await createDraft({ database, clock: lectern.clock }, hosted);
    const good = await openPage(
      connect({ url: lectern.node.url, cookie: ada.cookie }, hosted.project, own),
      "start.mdx",
    );
    const valid: ClientMessage[] = [
      open,
      { kind: "update", page: 1, number: 1, update: insert("x") },
      { kind: "awareness", page: 1, update: Uint8Array.of(1, 5, 1, 2, 123, 125) },
      { kind: "close", page: 1 },
    ];
    const messages = valid.map((message) => encodeClientMessage(message));
    const change = fc.tuple(fc.nat(messages.length - 1), fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 4 }));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      change.map(([index, places]) => {
        const copy = Uint8Array.from(messages[index] ?? []);
        for (const [place, value] of places) if (place < copy.length) copy[place] = value;
        return copy;
      }),
    );
    let socket: WebSocket | undefined;
    onTestFinished(() => socket?.terminate());
    for (const sample of fc.sample(bytes, 400)) {
      if (socket?.readyState !== WebSocket.OPEN) {
        const next = new WebSocket(liveUrl(lectern.node.url, hosted.project, own), {
          headers: { cookie: ada.cookie, origin: publicUrl },
        });
        next.on("error", () => {});
        await new Promise((resolve) => next.once("message", resolve));
        socket = next;
        socket.send(messages[0] ?? "");
      }
      const pong = new Promise((resolve) => socket?.once("pong", resolve).once("close", resolve));
      socket.send(sample);
      socket.ping();
      await pong;
    }
    sessionOf(good).text.insert(0, "still here ");
    await allSaved(good);
    const file = await findDraftFile(database.query, own.id, "start.mdx");
    expect(file?.content).toContain("still here");
    expect(file?.content).toBe(sessionOf(good).text.toString());
  });

  test("an oversized message ends the connection", onOneDatabase(dialect), async () => {
    const raw = await openRaw();
    raw.socket.send(Buffer.alloc(liveLimits.messageBytesMax + 1));
    expect(await raw.closed()).toBe(liveCloseCodes.tooLarge);
  });

  test("a flood of messages ends the connection", onOneDatabase(dialect), async () => {
    const raw = await openRaw();
    for (let count = 0; count < liveLimits.messagesBurst * 2; count += 1) raw.send({ kind: "close", page: count });
    expect(await raw.closed()).toBe(liveCloseCodes.flood);
  });

  test("a browser can open only a limited number of pages", onOneDatabase(dialect), async () => {
    const raw = await openRaw();
    const { pagesPerSocketMax } = liveLimits;
    const opened = () => raw.received.filter(({ kind }) => kind === "opened").length;
    for (let page = 0; page <= pagesPerSocketMax; page += 1) raw.send({ ...open, page, path: `p${page}.mdx` });
    expect(await raw.next("refused")).toMatchObject({ reason: "later", page: pagesPerSocketMax });
    await eventually(() => expect(opened()).toBe(pagesPerSocketMax));
    raw.send({ kind: "close", page: 0 });
    raw.send({ ...open, page: pagesPerSocketMax, path: `p${pagesPerSocketMax}.mdx` });
    await eventually(() => expect(opened()).toBe(pagesPerSocketMax + 1));
  });

  test.each([
    ["LECTERN_EDITORS_PER_DRAFT", 1, "This draft is open in 1 tab,"],
    ["LECTERN_EDITORS_PER_ORGANIZATION", 2, "The editor of this organization is open in 2 tabs"],
    ["LECTERN_EDITORS", 2, "The editor of this server is open in 2 tabs"],
  ])("%s limits open tabs, and the refusal says so", onOneDatabase(dialect), async (name, max, text) => {
    const node = await lectern.startNode({ settings: { [name]: String(max) } });
    const { database } = lectern.node;
    const drafts = [draft, await createDraft({ database, clock: lectern.clock }, hosted)];
    const headers = { cookie: ada.cookie, origin: publicUrl };
    const ask = async ({ id }: { id: string }) => {
      const reply = await fetch(liveUrl(node.url, hosted.project, { id }).replace(/^ws/, "http"), { headers });
      return [reply.status, await reply.text()];
    };
    const sockets = drafts.slice(0, max).map((each) => {
      const socket = new WebSocket(liveUrl(node.url, hosted.project, each), { headers });
      onTestFinished(() => socket.terminate());
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    expect(await ask(draft)).toEqual([429, expect.stringContaining(text)]);
    if (max === 1) expect(await ask(drafts[1] ?? draft)).toEqual([204, ""]);
    sockets[0]?.close();
    await eventually(async () => expect(await ask(draft)).toEqual([204, ""]));
    await node.stop();
  });

  test("invalid updates are refused, and other people's updates are still stored", async () => {
    const { database } = lectern.node;
    const own = await createDraft({ database, clock: lectern.clock }, hosted);
    const good = await openPage(
      connect({ url: lectern.node.url, cookie: ada.cookie }, hosted.project, own),
      "start.mdx",
    );
    const bad = new WebSocket(liveUrl(lectern.node.url, hosted.project, own), {
      headers: { cookie: ada.cookie, origin: publicUrl },
    });
    onTestFinished(() => bad.terminate());
    const refused: ServerMessage[] = [];
    bad.on("message", (data) => {
      const message = decodeServerMessage(data as Buffer);
      if (message.kind === "hello") bad.send(encodeClientMessage(open));
      if (message.kind === "refused") refused.push(message);
      if (message.kind !== "opened") return;
      const elsewhere = new Doc();
      elsewhere.getMap("other").set("a", 1);
      const missing = new Doc();
      missing.getText("source").insert(0, "ab");
      const before = encodeStateAsUpdate(missing);
      const later: Uint8Array[] = [];
      missing.on("update", (update: Uint8Array) => later.push(update));
      missing.getText("source").insert(1, "c");
      expect(before.length).toBeGreaterThan(0);
      const updates = [Uint8Array.of(1, 2, 3), encodeStateAsUpdate(elsewhere), later[0] ?? before];
      for (const [index, update] of [...updates, insert("y".repeat(1_000_001)), insert("\0")].entries()) {
        sessionOf(good).text.insert(0, `${index}`);
        bad.send(encodeClientMessage({ kind: "update", page: 1, number: index + 1, update }));
      }
    });
    await eventually(() => expect(refused).toHaveLength(5));
    expect(refused.map((message) => message.kind === "refused" && [message.number, message.reason]).sort()).toEqual([
      [1, "invalid"],
      [2, "invalid"],
      [3, "behind"],
      [4, "too_large"],
      [5, "invalid"],
    ]);
    await allSaved(good);
    const file = await findDraftFile(database.query, own.id, "start.mdx");
    expect(file?.content).toBe("43210# Start\n");
  });

  test("a browser can't send presence for another browser", onOneDatabase(dialect), async () => {
    const { database } = lectern.node;
    const own = await createDraft({ database, clock: lectern.clock }, hosted);
    const ben = await newPerson("editor");
    const at = { url: lectern.node.url };
    const a = await openPage(connect({ ...at, cookie: ada.cookie }, hosted.project, own), "start.mdx");
    const b = await openPage(connect({ ...at, cookie: ben.cookie }, hosted.project, own), "start.mdx");
    sessionOf(b).awareness.setLocalStateField("user", { name: "The boss" });
    await eventually(() => {
      const names = [...sessionOf(a).awareness.getStates().values()].map(({ user }) => user?.name);
      expect(names).toContain(`person${people}`);
      expect(names).not.toContain("The boss");
    });
  });
});
