import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from "lib0/encoding";
import { applyUpdate, Doc } from "yjs";
import { createStorage, openStorage } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { textProcesses } from "../../../test/support/text-processes.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { createLog } from "../../platform/log.ts";
import type { Project } from "../../projects/store.ts";
import type { EditorDraft } from "../draft.ts";
import type { DraftId } from "../draft-text.ts";
import { createDraft } from "../files/create-draft.ts";
import type { MemberMessage } from "./member.ts";
import type { Room, RoomDeps } from "./room.ts";
import { SendPace } from "./send-pace.ts";

export interface TestRooms {
  database: Database;
  deps: RoomDeps;
  newDraft(): Promise<DraftId>;
  /** A draft that starts from this commit, with its project. */
  newProjectDraft(sha: string): Promise<{ project: Project; draft: EditorDraft }>;
  close(): Promise<void>;
}

/** What a room needs, on a database of its own. Every page starts with a heading. */
export async function createTestRooms(): Promise<TestRooms> {
  const storage = await createStorage("sqlite");
  const database = await openStorage(storage);
  const project = await createTestProject(database, systemClock);
  const baseSha = "a".repeat(40);
  const author = { id: "usr_ada", name: "Ada", email: "ada@acme.test" };
  const newProjectDraft = async (sha: string) => ({
    project,
    draft: await createDraft({ clock: systemClock }, database.query, { project, author, baseSha: sha, title: "Draft" }),
  });
  return {
    database,
    newDraft: async () => (await newProjectDraft(baseSha)).draft,
    newProjectDraft,
    deps: {
      database,
      clock: systemClock,
      texts: textProcesses,
      log: createLog("fatal", "api"),
      readBase: async () => ({ sha: baseSha, text: "# Start\n" }),
      pace: new SendPace(),
      mayAnnounce: () => false,
      onStored: () => {},
      onOver: () => {},
      onEnd: () => {},
    },
    async close() {
      await database.close();
      await storage.remove();
    },
  };
}

export async function joinRoom(room: Room) {
  const doc = new Doc();
  const replies = new Map<number, PromiseWithResolvers<MemberMessage>>();
  const replyTo = (number: number) => {
    const known = replies.get(number) ?? Promise.withResolvers<MemberMessage>();
    replies.set(number, known);
    return known;
  };
  const send = (message: MemberMessage) => {
    if (message.kind === "opened" || message.kind === "update") applyUpdate(doc, message.update);
    if ("number" in message) replyTo(message.number).resolve(message);
  };
  const member = { userId: "usr_ada", send };
  await room.join(member, { epoch: "", state: new Uint8Array() });
  const add = (number: number, update: Uint8Array) => room.add(member, number, update);
  return { doc, add, reply: (number: number) => replyTo(number).promise };
}

interface Struct {
  client: number;
  /** The character that this one follows; otherwise it is at the start of the text. */
  after?: { client: number; clock: number };
  /** The character before which it was inserted. */
  before?: { client: number; clock: number };
}

/** An update in which each client inserts texts, one struct each. Every other one can be deleted again. */
export function insertions(structs: readonly Struct[], { isHalfDeleted = false, text = "a" } = {}): Uint8Array {
  const encoder = createEncoder();
  const clients = Map.groupBy(structs, ({ client }) => client);
  writeVarUint(encoder, clients.size);
  for (const [client, own] of [...clients].sort(([one], [other]) => other - one)) {
    writeVarUint(encoder, own.length);
    writeVarUint(encoder, client);
    writeVarUint(encoder, 0);
    for (const [index, { after, before }] of own.entries()) {
      const isDeleted = isHalfDeleted && index % 2 === 1;
      writeUint8(encoder, (isDeleted ? 1 : 4) | (after === undefined ? 0 : 0x80) | (before === undefined ? 0 : 0x40));
      for (const id of [after, before]) {
        if (id === undefined) continue;
        writeVarUint(encoder, id.client);
        writeVarUint(encoder, id.clock);
      }
      if (after === undefined && before === undefined) {
        writeVarUint(encoder, 1);
        writeVarString(encoder, "source");
      }
      if (isDeleted) writeVarUint(encoder, text.length);
      else writeVarString(encoder, text);
    }
  }
  writeVarUint(encoder, 0);
  return toUint8Array(encoder);
}

export const count = (length: number) => Array.from({ length }, (_, index) => index);

/** Texts of this size that were typed one after the other, perhaps before a character of somebody else. */
export function typing(
  client: number,
  length: number,
  { size = 1, before }: Pick<Struct, "before"> & { size?: number } = {},
) {
  return count(length).map((index): Struct => {
    const place = before === undefined ? { client } : { client, before };
    return index === 0 ? place : { ...place, after: { client, clock: index * size - 1 } };
  });
}
