import type { ChildProcess } from "node:child_process";
import { channel } from "node:diagnostics_channel";
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from "lib0/encoding";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type ClientMessage, decodeServerMessage, encodeClientMessage } from "../../contract/live-messages.ts";
import { makeRepository, temporaryFolder } from "../../git/git-test-support.ts";
import { inOperation } from "../../platform/operation-context.ts";
import type { LiveClient } from "./client.ts";
import { LiveDrafts } from "./live-drafts.ts";
import { createTestRooms, type TestRooms } from "./room-test-support.ts";

const path = "a.mdx";
let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
});
afterAll(() => rooms?.close());

/** A draft that several tabs of one person have open. */
async function openDraft() {
  const { gitDir, commit } = await makeRepository(temporaryFolder(), "docs");
  const { project, draft } = await rooms.newProjectDraft(await commit({ [path]: "# Start\n" }));
  const drafts = new LiveDrafts({
    ...rooms.deps,
    locate: async () => ({ kind: "hosted", gitDir }),
    editors: { editorsMax: 100, perOrganizationMax: 100, perDraftMax: 100 },
  });
  const openTab = () => {
    const sent: Uint8Array[] = [];
    const socket = {
      send: (bytes: Uint8Array) => void sent.push(bytes),
      close() {},
      terminate() {},
      bufferedAmount: 0,
    };
    const person = { id: "usr_vera", name: "Vera", color: "#000000", canWrite: false };
    const client = drafts.connect(socket, { project, draft }, person);
    onTestFinished(() => drafts.disconnect(client));
    const received = () => sent.map(decodeServerMessage);
    const refused = () => received().filter((message) => message.kind === "refused");
    return { client, sent, received, refused };
  };
  return { drafts, openTab };
}

const send = (client: LiveClient, message: ClientMessage) =>
  inOperation("editDraftLive", "org_acme", () => client.receive(encodeClientMessage(message)));
const open = (client: LiveClient, page: number, opened = path) =>
  send(client, { kind: "open", page, path: opened, epoch: "", state: new Uint8Array() });

function move(client: LiveClient, page: number, id: number, clock: number, state: object | null): void {
  const encoder = createEncoder();
  for (const number of [1, id, clock]) writeVarUint(encoder, number);
  writeVarString(encoder, JSON.stringify(state));
  send(client, { kind: "awareness", page, update: toUint8Array(encoder) });
}

const eventually = <Result>(check: () => Result) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

test("what a draft sends about people grows with time and tabs, not with their messages", async () => {
  const { openTab } = await openDraft();
  const tabs = Array.from({ length: 10 }, openTab);
  for (const { client } of tabs) open(client, 1);
  const opened = tabs.map(({ received }) => received);
  await eventually(() => expect(opened.every((all) => all().some(({ kind }) => kind === "opened"))).toBe(true));
  for (const { sent } of tabs) sent.length = 0;
  const startedAt = performance.now();
  const toggles = 100;
  for (let clock = 1; clock <= toggles; clock += 1) {
    tabs.forEach(({ client }, id) => {
      move(client, 1, id, clock, clock % 2 === 0 ? { clock } : null);
    });
  }
  const last = (kind: "people" | "awareness") =>
    tabs.map(({ sent }) => sent.findLast((bytes) => decodeServerMessage(bytes).kind === kind));
  await eventually(() => {
    const people = last("people").flatMap((bytes) => (bytes === undefined ? [] : [decodeServerMessage(bytes)]));
    expect(people.map((message) => message.kind === "people" && message.people.length)).toEqual(
      tabs.map(() => tabs.length),
    );
    expect(last("awareness").every((bytes) => Buffer.from(bytes ?? []).includes(`"clock":${toggles}`))).toBe(true);
  });
  // Encoded once for all tabs.
  expect(new Set(last("people")).size).toBe(1);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { received } of tabs) {
    const kinds = received().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "people").length).toBeLessThanOrEqual(1 + seconds);
    expect(kinds.filter((kind) => kind === "awareness").length).toBeLessThanOrEqual(1 + 10 * seconds);
  }
});

test("a tab that opens a page twice is on it once", async () => {
  const { openTab } = await openDraft();
  const { client, received } = openTab();
  for (let page = 0; page < 20; page += 1) open(client, page);
  await eventually(() => expect(received().filter(({ kind }) => kind === "opened")).toHaveLength(1));
  for (let page = 0; page < 20; page += 1) move(client, page, page, 1, {});
  await eventually(() => {
    const people = received().findLast(({ kind }) => kind === "people");
    expect(people).toMatchObject({ people: [{ path }] });
  });
});

/** Counts the git processes that this process starts. */
function countGit() {
  const git = { started: 0, running: 0, most: 0 };
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => {
      if (child.spawnfile !== "git") return;
      git.started += 1;
      git.running += 1;
      git.most = Math.max(git.most, git.running);
      child.once("exit", () => (git.running -= 1));
    });
  };
  channel("child_process").subscribe(onStart);
  onTestFinished(() => void channel("child_process").unsubscribe(onStart));
  return git;
}

test("pages that don't exist are read by a few git processes at a time, and each one only once", async () => {
  const { openTab } = await openDraft();
  const tabs = Array.from({ length: 3 }, openTab);
  const git = countGit();
  const pages = Array.from({ length: 20 }, (_, page) => page);
  const openAll = async () => {
    const before = tabs.map(({ refused }) => refused().length);
    for (const [tab, { client }] of tabs.entries())
      for (const page of pages) open(client, page, `none-${tab}-${page}.mdx`);
    const answers = () => tabs.flatMap(({ refused }, tab) => refused().slice(before[tab]));
    await eventually(() => expect(answers()).toHaveLength(tabs.length * pages.length));
    expect(answers().every(({ reason }) => reason === "missing")).toBe(true);
  };
  await openAll();
  expect(git.most).toBeGreaterThan(1);
  expect(git.most).toBeLessThan(8);
  expect(git.started).toBe(tabs.length * pages.length);
  await openAll();
  expect(git.started).toBe(tabs.length * pages.length);
});

test("a tab that asks for more pages than it may have open has to try again", async () => {
  const { openTab } = await openDraft();
  const { client, refused } = openTab();
  const git = countGit();
  for (let count = 0; count < 100; count += 1) open(client, count % 20, `none-${count}.mdx`);
  expect(refused().filter(({ reason }) => reason === "later")).toHaveLength(80);
  await eventually(() => expect(git).toMatchObject({ started: 20, running: 0 }));
});
