import { setTimeout } from "node:timers/promises";

import type { LivePage } from "../../web/dashboard/editor/live/live-page.ts";
import { connectLive, memoryStore } from "../support/live-client.ts";
import type { DraftModel } from "./acknowledged.ts";
import { branchOf } from "./author-clients.ts";
import { anyNode, type ClientDeps, call, callUntilKnown, pauseMillisecondsMax, pick } from "./calling.ts";
import { git, isDone, send } from "./send.ts";
import type { ApiNode } from "./setups.ts";

const wordsPerTab = 25;
const reloadShare = 0.05;
const commentShare = 0.1;
const publishShare = 0.6;
const waitSecondsMax = 90;

/** Two people type into a new draft at the same time and comment on it. Then the draft is often published. */
export async function runWriters(
  common: ClientDeps,
  randomOf: (name: string, draft: number) => () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const deps = { ...common, random: randomOf("draft", number) };
    const draft = await createDraft(deps);
    if (draft !== undefined) {
      const people = ["first person", "second person"].map((name) => ({ ...deps, random: randomOf(name, number) }));
      await Promise.all(people.map((person) => typeWords(person, draft, signal)));
      const isSaved = await until(() => !isUnsaved(draft), signal);
      if (isSaved && deps.random() < publishShare) await publish(deps, draft, signal);
    }
    await setTimeout(deps.random() * pauseMillisecondsMax);
  }
}

/** Whether a browser has edits that the server hasn't stored yet. */
export function isUnsaved({ tabs }: DraftModel): boolean {
  return tabs.some(({ connection }) => connection.state.unsaved);
}

/** Checks that every saved word and every acknowledged comment exists once. */
export async function checkDrafts(deps: ClientDeps): Promise<void> {
  for (const draft of deps.model.drafts) {
    for (const tab of draft.tabs) noteSaved(draft, tab);
    await checkDraft(deps, draft);
  }
}

async function checkDraft(deps: ClientDeps, draft: DraftModel): Promise<void> {
  const { journal } = deps.setup;
  const { project, path, id } = draft;
  const { status } = await readJson<{ status: string }>(deps, draftPath(draft));
  const name = `the draft ${id} of ${project.domain} (${status})`;
  if (draft.isPublished && status !== "published") {
    journal.broken("nothing acknowledged is lost", `${name} was published`);
  }
  const text =
    status === "published"
      ? (await git(journal, project.folder, ["show", `refs/end/main:${path}`])).output
      : (await readJson<{ text: string }>(deps, `${draftPath(draft)}/file?path=${path}`)).text;
  const { comments } = await readJson<{ comments: { body: string }[] }>(deps, `${draftPath(draft)}/comments`);
  const words = text.split(/\s+/);
  const bodies = comments.map(({ body }) => body);
  for (const [found, typed, what] of [
    [words, draft.words, "word"],
    [bodies, draft.comments, "comment"],
  ] as const) {
    for (const [item, { isSaved, at }] of typed) {
      const times = found.filter((each) => each === item).length;
      journal.count(`${what}s ${times === 1 && isSaved ? "saved" : isSaved ? "saved, but wrong" : "not saved"}`);
      if (isSaved && times === 0) {
        journal.broken("nothing acknowledged is lost", `${name} doesn't have the ${what} ${item}`, at);
      } else if (times > 1) {
        journal.broken("nothing is done twice", `${name} has the ${what} ${item} ${times} times`, at);
      }
    }
  }
}

/** A draft with a page of its own, so that it never conflicts with pushes. */
async function createDraft(deps: ClientDeps): Promise<DraftModel | undefined> {
  const { model, cookie, random } = deps;
  const project = pick(
    random,
    model.projects.filter(({ hasWords }) => hasWords),
  );
  if (project === undefined) return undefined;
  const drafts = `/v1/dashboard/project/${project.id}/drafts`;
  const created = await callUntilKnown(deps, { method: "POST", path: drafts, cookie, body: { title: "Notes" } });
  if (!isDone(created)) return undefined;
  const { id } = JSON.parse(created.text) as { id: string };
  const path = `notes/${id}.mdx`;
  const body = { path, text: "Notes of two people.\n" };
  const written = await callUntilKnown(deps, { method: "POST", path: `${drafts}/${id}/file`, cookie, body });
  if (!isDone(written)) return undefined;
  const draft: DraftModel = { project, id, path, words: new Map(), comments: new Map(), tabs: [], isPublished: false };
  model.drafts.push(draft);
  return draft;
}

/** Types in a browser tab that reconnects to any node and is reloaded occasionally. */
async function typeWords(deps: ClientDeps, draft: DraftModel, signal: AbortSignal): Promise<void> {
  const { random, cookie } = deps;
  const unsent = memoryStore();
  const openTab = () => {
    const address = { url: urlOf(anyNode(deps)), cookie };
    const connection = connectLive(address, draft.project, draft, unsent);
    // As through a load balancer.
    connection.subscribe(() => {
      if (connection.state.status === "offline") address.url = urlOf(anyNode(deps));
    });
    return { connection, page: connection.acquire(draft.path) };
  };
  let tab = openTab();
  draft.tabs.push(tab);
  for (let typed = 0; typed < wordsPerTab && !signal.aborted; typed += 1) {
    if (random() < reloadShare && tab.page.state.session !== undefined) {
      noteSaved(draft, tab);
      await tab.connection.keepNow();
      tab.connection.close();
      const reloaded = openTab();
      draft.tabs.splice(draft.tabs.indexOf(tab), 1, reloaded);
      // From here on, the new tab is responsible for the edits that the old one has kept in the browser.
      await reloaded.page.restored;
      for (const word of draft.words.values()) if (word.page === tab.page) word.page = reloaded.page;
      tab = reloaded;
    }
    const { page } = tab;
    if (!(await until(() => page.state.session !== undefined, signal))) break;
    const word = `w${Math.floor(random() * 1e12).toString(36)}`;
    const text = page.state.session?.text;
    noteSaved(draft, tab);
    text?.insert(random() < 0.5 ? 0 : text.length, `${word} `);
    draft.words.set(word, { isSaved: false, at: Date.now(), page });
    if (random() < commentShare) await comment(deps, draft);
    await setTimeout(random() * pauseMillisecondsMax);
  }
}

/** A page without unsaved edits has saved all its words. */
function noteSaved(draft: DraftModel, { page }: { page: LivePage }): void {
  if (page.state.unsaved) return;
  for (const word of draft.words.values()) {
    if (word.page === page && !word.isSaved) Object.assign(word, { isSaved: true, at: Date.now() });
  }
}

async function comment(deps: ClientDeps, draft: DraftModel): Promise<void> {
  const text = `Comment ${Math.floor(deps.random() * 1e12).toString(36)}`;
  const request = { method: "POST", path: `${draftPath(draft)}/comments`, cookie: deps.cookie } as const;
  const reply = await call(deps, { ...request, body: { path: draft.path, body: text } });
  draft.comments.set(text, { isSaved: isDone(reply), at: reply.endedAt });
}

async function publish(deps: ClientDeps, draft: DraftModel, signal: AbortSignal): Promise<void> {
  const { project } = draft;
  if (!(await until(() => !project.isBusy, signal))) return;
  project.isBusy = true;
  for (const tab of draft.tabs) {
    noteSaved(draft, tab);
    tab.connection.close();
  }
  draft.tabs.length = 0;
  const request = { method: "POST", path: `${draftPath(draft)}/publish`, cookie: deps.cookie } as const;
  const reply = await callUntilKnown(deps, { ...request, body: { title: "Notes" } });
  const { startedAt, endedAt, status } = reply;
  const isAcknowledged = isDone(reply);
  deps.setup.journal.count(isAcknowledged ? "drafts published" : "drafts not published");
  deps.setup.journal.note(`publishing ${draft.id} of ${project.domain}: ${status} ${reply.text.slice(0, 120)}`);
  if (isAcknowledged) {
    draft.isPublished = true;
    branchOf(project, "main").acknowledged = JSON.parse(reply.text).sha;
  }
  if (isAcknowledged || status === 0 || status >= 500) {
    project.siteChanges.push({ kind: "newest", isAcknowledged, startedAt, endedAt });
  }
  project.isBusy = false;
}

async function readJson<Document>({ setup, cookie }: ClientDeps, path: string): Promise<Document> {
  const reply = await send(setup.journal, { node: setup.apis[0] as ApiNode, path, cookie });
  if (!isDone(reply)) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return JSON.parse(reply.text);
}

/** Returns false if the condition doesn't hold in time, or the run ends. */
async function until(condition: () => boolean, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + waitSecondsMax * 1_000;
  while (!condition()) {
    if (signal.aborted || Date.now() > deadline) return false;
    await setTimeout(50);
  }
  return true;
}

function draftPath({ project, id }: DraftModel): string {
  return `/v1/dashboard/project/${project.id}/drafts/${id}`;
}

function urlOf({ port }: ApiNode): string {
  return `http://127.0.0.1:${port}`;
}
