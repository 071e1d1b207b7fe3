import type { NewComment } from "./code-host.ts";
import { field, listOf, numberOf } from "./host-fields.ts";
import type { Call, HostMethod } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;

const markStart = "<!-- lectern:";

/** Whether this server wrote a comment, perhaps with the account of a person. */
export function isOwnComment(text: string): boolean {
  return text.includes(markStart);
}

export function markOf(key: string): string {
  return `${markStart}${key} -->`;
}

interface CommentPaths {
  /** The path that lists and creates comments. */
  all: string;
  one(id: number): string;
  /** The path that replies to a discussion. */
  reply?: string | undefined;
  editMethod: HostMethod;
}

/** Adds a comment, or edits the earlier comment with the same key. The key is in an invisible mark in the text. */
export async function putComment(
  call: Call,
  { all, one, reply = all, editMethod }: CommentPaths,
  { key, body }: NewComment,
  signal: AbortSignal,
): Promise<void> {
  const mark = markOf(key);
  const text = { body: `${mark}\n${body}` };
  for (let page = 1; page <= pagesMax; page += 1) {
    // GitHub and GitLab call the page size `per_page`, Gitea calls it `limit`.
    const comments = listOf(await call("GET", `${all}?per_page=${perPage}&limit=${perPage}&page=${page}`, signal));
    const own = comments.find((comment) => String(field(comment, "body")).startsWith(mark));
    if (own !== undefined) {
      await call(editMethod, one(numberOf(own, "id")), signal, text);
      return;
    }
    if (comments.length < perPage) {
      break;
    }
  }
  await call("POST", reply, signal, text);
}
