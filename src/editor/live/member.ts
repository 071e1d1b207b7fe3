import type { Refusal, ServerMessage } from "../../contract/live-messages.ts";

/** A browser that has a page open. */
export interface Member {
  userId: string;
  send(message: MemberMessage): void;
}

/** A message about a page, without the number that the browser uses for the page. */
export type MemberMessage = ServerMessage extends infer Each
  ? Each extends { page: number }
    ? Omit<Each, "page">
    : never
  : never;

export function refuse(member: Member, reason: Refusal, message: string, number = 0): void {
  member.send({ kind: "refused", number, reason, message });
}
