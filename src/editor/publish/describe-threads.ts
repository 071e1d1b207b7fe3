import { count } from "../../contract/count.ts";
import { bodyLengthMax } from "../../contract/pull-request-operations.ts";
import { cutText } from "../../platform/cut-text.ts";
import type { Connection } from "../../platform/db/database.ts";
import { listComments } from "../comments/comment-store.ts";

const excerptLengthMax = 160;
const summarizedMax = 20;
const describedMax = 200;

export interface OpenThreads {
  /** The text for the description of a pull request. */
  summary: string;
  /** All open threads with their replies. */
  full: string;
}

/** A draft's unresolved comments in Markdown; undefined if there are none. */
export async function describeThreads(connection: Connection, draftId: string): Promise<OpenThreads | undefined> {
  const all = await listComments(connection, draftId);
  const comments = all.filter(({ status }) => status === "open").slice(0, describedMax);
  const threads = comments.filter(({ parentId }) => parentId === null);
  if (threads.length === 0) {
    return undefined;
  }
  const heading = `**${count(threads.length, "open comment")}**`;
  const lines = threads
    .slice(0, summarizedMax)
    .map(
      ({ path, authorName, body }) => `- \`${path}\`: ${plain(authorName)}: ${cutText(plain(body), excerptLengthMax)}`,
    );
  const others = threads.length - lines.length;
  const more = others === 0 ? [] : [`- ${count(others, "more comment")}`];
  const full = threads.map(({ id, path, authorName, body }) => {
    const replies = comments.filter(({ parentId }) => parentId === id);
    return [
      `\`${path}\``,
      quoted(authorName, body),
      ...replies.map((reply) => quoted(reply.authorName, reply.body)),
    ].join("\n\n");
  });
  return {
    summary: [heading, "", ...lines, ...more].join("\n"),
    full: [heading, ...full].join("\n\n").slice(0, bodyLengthMax),
  };
}

function quoted(author: string, body: string): string {
  return `> **${plain(author)}**: ${silent(body).replaceAll("\n", "\n> ")}`;
}

function plain(text: string): string {
  return silent(text).replaceAll(/\s+/g, " ").trim();
}

// Without this, git hosts would notify the people and teams that have these names there.
function silent(text: string): string {
  return text.replaceAll("@", "@\u200b");
}
