import { expect, test } from "vitest";
import { indexOf, page } from "../../search/search-test-support.ts";
import { askLast } from "./words-test-support.ts";

const index = await indexOf(
  page("/backup", "Make a backup: Make a backup of the database, of PostgreSQL or of SQLite. Restore a backup."),
  page(
    "/run",
    "Run: Run the server with Deno, Node or Bun on Windows and Linux. Deploy with Docker or Kubernetes. The port.",
  ),
  page("/domains", "Custom domains: Set a custom domain behind a reverse proxy. The nginx config."),
  page("/webhooks", "Webhooks: A webhook sends events. Verify its signature. Each release lists v4 and v5."),
);

test.each<[thread: string[], subject: string]>([
  [["How do I make a backup?", "and on PostgreSQL?"], "backup"],
  [["How do I make a backup?", "and on PostgreSQL?", "how often should I do that?"], "backup PostgreSQL"],
  [
    ["How do I make a backup?", "and on PostgreSQL?", "how often should I do that?", "show me an example"],
    "backup PostgreSQL",
  ],
  [["How do I make a backup?", "why?"], "backup"],
  [["How do I make a backup?", "where is the archive stored?"], "backup"],
  [["How do I make a backup?", "do I have to switch that on first?"], "backup"],
  [["How do I make a backup?", "what do the server and Node on Windows do with it?"], "backup"],
  [["How do I make a backup?", "thanks!", "how often?"], "backup"],
  [["how do I run the server", "and with Deno?", "what about Node?"], "run server"],
  [["how do I run the server", "and with Deno?", "what about Node?", "show me an example"], "run server Node"],
  [["how do I run the server", "and with Deno?", "and on Windows?"], "run server Deno"],
  [["how do I deploy with Docker?", "and with Kubernetes?"], "deploy"],
  [["what changed in release v4", "and v5?"], "changed release"],
  [
    ["which things must a reverse proxy do for custom domains", "what does the nginx config look like?"],
    "reverse proxy custom domains",
  ],
  [["Wie mache ich ein Backup?", "und mit PostgreSQL?", "wie oft?"], "backup PostgreSQL"],
])("the thread %j is about %s", (thread, subject) => {
  expect(askLast(index, thread).subject).toBe(subject);
});

test.each([
  "how do I verify the signature of a webhook?",
  "custom domains",
  "what is a webhook?",
  "thanks, and how do I restore a backup?",
  "how do I use GraphQL subscriptions?",
  "is there a reverse proxy for custom domains?",
])("%j is a new subject", (text) => {
  const asked = askLast(index, ["how do I run the server", "and with Deno?", text]);
  expect(asked.subject).toBeUndefined();
  expect(asked.query).toBe(text);
});

test("the reader's own words come before the subject of the thread", () => {
  const asked = askLast(index, ["How do I make a backup?", "and on PostgreSQL?"]);
  expect(asked.query).toBe("and on PostgreSQL? backup");
  expect(asked.focus).toBe("and on PostgreSQL?");
});

test("text that the reader selected is added to the search, up to a limit", () => {
  const context = [{ type: "textSelection" as const, value: `nginx ${"x".repeat(1_000)}` }];
  const { query } = askLast(index, ["what is this?"], { context });
  expect(query).toContain("what is this? nginx");
  expect(query.length).toBeLessThan(400);
});
