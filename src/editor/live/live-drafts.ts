import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { count } from "../../contract/count.ts";
import type { EditorBounds } from "../../platform/config.ts";
import { AppError } from "../../platform/errors.ts";
import { Watcher } from "../../platform/watcher.ts";
import type { Project } from "../../projects/store.ts";
import type { EditorDraft } from "../draft.ts";
import { readDraftRevisions } from "../text-store.ts";
import { LiveClient, type LiveSocket, type Person } from "./client.ts";
import { LiveDraft, type LiveDraftDeps } from "./live-draft.ts";
import { liveLimits } from "./live-limits.ts";
import { countSocket } from "./live-metrics.ts";
import { deletePresence, listPresence, putPresence } from "./presence-store.ts";

type LiveDraftsDeps = Omit<LiveDraftDeps, "watcher" | "rooms"> & { editors: EditorBounds };

const clientBytes = 12;

/** The drafts that are open on this node, and the browsers that have them open. */
export class LiveDrafts {
  readonly #deps: LiveDraftDeps;
  readonly #editors: EditorBounds;
  readonly #drafts = new Map<string, LiveDraft>();
  readonly #clients = new Map<LiveClient, EditorDraft>();
  /** Browsers that were the last ones on their draft and whose presence rows still have to be deleted. */
  readonly #left: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> = Promise.resolve();

  constructor(deps: LiveDraftsDeps) {
    const { database, log } = deps;
    this.#editors = deps.editors;
    const watcher = new Watcher(
      (ids) => readDraftRevisions(database.query, ids),
      (error) => log.warn({ error }, "could not read the revisions of drafts"),
    );
    this.#deps = { ...deps, watcher, rooms: { count: 0, max: deps.editors.editorsMax } };
  }

  /** Throws if too many browsers are already connected. */
  checkRoom({ id, organizationId }: EditorDraft): void {
    const drafts = [...this.#clients.values()];
    const own = drafts.filter((draft) => draft.organizationId === organizationId);
    const { perDraftMax, perOrganizationMax, editorsMax } = this.#editors;
    const counts = [
      [own.filter((draft) => draft.id === id).length, perDraftMax, "This draft"],
      [own.length, perOrganizationMax, "The editor of this organization"],
      [drafts.length, editorsMax, "The editor of this server"],
    ] as const;
    const full = counts.find(([open, max]) => open >= max);
    if (full !== undefined) {
      throw new AppError(
        "limited",
        `${full[2]} is open in ${count(full[1], "tab")}, which is the limit. Close one first.`,
      );
    }
  }

  connect(
    socket: LiveSocket,
    { project, draft }: { project: Project; draft: EditorDraft },
    person: Person,
  ): LiveClient {
    const known = this.#drafts.get(draft.id);
    const live = known ?? new LiveDraft(this.#deps, project, draft);
    if (known === undefined) this.#drafts.set(draft.id, live);
    const name = randomBytes(clientBytes).toString("base64url");
    const client = new LiveClient(this.#deps, socket, live, { ...person, client: name });
    this.#clients.set(client, draft);
    countSocket(1);
    this.#timer ??= setInterval(() => this.#exchangeOnce(), liveLimits.presenceMilliseconds).unref();
    return client;
  }

  disconnect(client: LiveClient): void {
    client.leave();
    const draft = this.#clients.get(client);
    const live = draft && this.#drafts.get(draft.id);
    if (!this.#clients.delete(client)) return;
    countSocket(-1);
    if (live !== undefined && live.clients.size === 0) {
      live.close();
      this.#drafts.delete(live.id);
      this.#left.push(...live.presence.takeUnreported(live.id, 0).left);
    }
  }

  /** Stores all received updates, and asks the browsers to connect to another node. */
  async drain(): Promise<void> {
    clearInterval(this.#timer);
    const isLate = setTimeout(liveLimits.leaveMilliseconds, undefined, { ref: false });
    await Promise.race([this.settle(), isLate]);
    for (const client of [...this.#clients.keys()]) client.close("restart", "The server is restarting.");
  }

  async settle(): Promise<void> {
    await Promise.all([...this.#drafts.values()].map((draft) => draft.settle()));
    await this.#exchanging;
  }

  #exchangeOnce(): void {
    if (this.#clients.size === 0 && this.#left.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#exchanging = this.#exchanging.then(() =>
      this.#exchange().catch((error: unknown) =>
        this.#deps.log.debug({ error }, "could not exchange presence with other nodes"),
      ),
    );
  }

  /** Publishes the presence of this node's browsers, and reads the presence of other nodes' browsers. */
  async #exchange(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const drafts = [...this.#drafts.values()];
    const unreported = drafts.map((draft) => draft.presence.takeUnreported(draft.id, now));
    const rows = unreported.flatMap((each) => each.rows);
    const left = [...this.#left.splice(0), ...unreported.flatMap((each) => each.left)];
    if (rows.length > 0 || left.length > 0) {
      await database.transaction(
        async (tx) => {
          if (left.length > 0) await deletePresence(tx, left);
          if (rows.length > 0) await putPresence(tx, rows);
        },
        { durability: "relaxed" },
      );
    }
    if (drafts.length === 0) return;
    const ids = drafts.map(({ id }) => id);
    const reported = await listPresence(database.query, ids, now - liveLimits.presenceKeptMilliseconds);
    for (const draft of drafts) {
      draft.takeReported(reported.filter(({ draftId }) => draftId === draft.id));
    }
  }
}
