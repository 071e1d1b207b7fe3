import { defineCounter } from "../../platform/measures/measure.ts";

const sockets = defineCounter("lectern_editor_sockets", "Open connections of live editing.", {}, "gauge");
const rooms = defineCounter("lectern_editor_rooms", "Texts that are open in live editing on this node.", {}, "gauge");
const updates = defineCounter("lectern_editor_updates_total", "Changes sent by browsers, by result.", {
  result: ["stored", "refused"],
});
const closed = defineCounter("lectern_editor_sockets_closed_total", "Connections closed by the server, by reason.", {
  reason: ["restart", "invalid", "refused", "over", "flood", "slow", "dead"],
});

export const countSocket = (amount: 1 | -1) => sockets.add({}, amount);
export const countRoom = (amount: 1 | -1) => rooms.add({}, amount);
export const countUpdates = (result: "stored" | "refused", amount: number) => updates.add({ result }, amount);
export const countClosed = (reason: Parameters<typeof closed.add>[0]["reason"]) => closed.add({ reason });
