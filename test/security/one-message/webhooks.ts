import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Operation } from "../../../src/contract/operation.ts";
import { messageBounds } from "../../../src/platform/message-bounds.ts";
import { webhookBounds } from "../../../src/webhooks/read-payload.ts";
import * as payloads from "../../webhooks/payloads.ts";
import { fillings } from "./fillings.ts";
import { gitVariants } from "./git-bodies.ts";
import { type Changed, type Variant, variantsOf } from "./variants.ts";

const bytesMax = 5_200_000;
const textLength = 400_000;
const membersMax = 150_000;
const worstFillings = ["one letter", "equal lines", "words", "backslashes", "emoji"];
const said = { number: 2, id: 4, login: "ada", body: "@lectern a" };
const { githubRepository, gitlabRepository } = payloads;

/** A payload with the fields of every event of a host. */
const everything: Readonly<Record<string, Record<string, unknown>>> = {
  github: {
    ...payloads.githubInstallation("created", "a/b"),
    ...payloads.githubPullRequest("opened", "next", githubRepository),
    ...payloads.githubComment({}, said),
    ...payloads.githubCheckRun({}, { branch: "next", name: "a", summary: "a" }),
    ...payloads.githubPush({ ref_type: "branch" }),
    release: { tag_name: "v1", name: "a", body: "a" },
    review: { id: 5, body: "a", user: { login: "ada" } },
  },
  gitlab: {
    ...payloads.gitlabPush(),
    ...payloads.gitlabMergeRequest("open", "next"),
    ...{ action: "create", tag: "v1", name: "a", description: "a" },
    merge_request: { iid: 2, title: "a", description: "a" },
  },
  slack: {
    ...{ challenge: "a", event_id: "Ev1", team_id: "T1" },
    event: { type: "app_mention", user: "U1", channel: "C1", ts: "1.0", text: "a" },
  },
};
const sources: Readonly<Record<string, readonly [string, RegExp]>> = {
  slack: ["slack/routes.ts", /\btype [!=]== "(\w+)"/g],
};
const actions: Readonly<Record<string, string>> = {
  pull_request: "opened",
  release: "published",
  check_run: "completed",
};

/** Every way to fill a request or a webhook. */
export function worstOf(operation: Operation): Iterable<Variant> {
  const { key, path } = operation;
  if (/^\/git\/.*-pack$/.test(path)) return [...gitVariants(), ...variantsOf(operation)];
  const [, host] = /^\/webhooks\/(\w+)/.exec(path) ?? [];
  return key === "signature" && host !== undefined ? webhookVariants(host) : variantsOf(operation);
}

/** The most expensive webhooks of every event that is read, with valid signatures. */
function* webhookVariants(host: string): Iterable<Variant> {
  const part = (host === "slack" ? messageBounds : webhookBounds).bytesMax / webhookBounds.bytesMax;
  const [bodyBytesMax, members] = [part * bytesMax, part * membersMax];
  for (const event of eventsOf(host)) {
    const valid = { ...everything[host], type: event, object_kind: event, ...actionOf(event) };
    const bodies: Record<string, () => unknown> = {
      ...Object.fromEntries(
        worstFillings.map((name) => [`texts: ${name}`, () => filled(valid, name, part * textLength)]),
      ),
      "many commits": () => ({ ...valid, commits: Array(members / 2).fill({ id: "a", message: "b" }) }),
      "many repositories": () => ({ ...valid, repositories: Array(members / 2).fill({ full_name: "a/b" }) }),
      "many items": () => ({ ...valid, commits: Array(bodyBytesMax / 2).fill(0) }),
      "many keys": () => ({
        ...valid,
        ...Object.fromEntries(Array.from({ length: members }, (_, at) => [`k${at}`, at])),
      }),
    };
    for (const [name, body] of Object.entries(bodies)) {
      yield signed(event, name, "application/json", () => JSON.stringify(body()));
    }
  }
  for (const name of ["nested JSON", "nested brackets", "JSON with many keys"]) {
    yield signed("push", name, "application/json", () => fillings[name]?.(bodyBytesMax) ?? "");
  }
  for (const field of ["a&", "payload=1&", "%61&", "payload=%22"]) {
    const repeated = () => field.repeat(bodyBytesMax / field.length);
    yield signed("push", `a form of ${field}`, "application/x-www-form-urlencoded", repeated);
  }
}

/** The names in the code that reads them, so that a new event is tried too. */
function eventsOf(host: string): string[] {
  const [path, name] = sources[host] ?? [`webhooks/read-${host}-event.ts`, /^ {4}case "(\w+)"/gm];
  const source = readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
  const events = [...source.matchAll(name)].map(([, event = ""]) => event);
  if (events.length === 0) throw new Error(`No event found in ${path}; change how they are found.`);
  return events;
}

function actionOf(event: string): object {
  return { action: actions[event] ?? "created" };
}

/** The same payload with long texts wherever people write them. */
function filled(payload: unknown, filling: string, length: number): unknown {
  const text = fillings[filling]?.(length) ?? "";
  const written = new Set([
    "body",
    "title",
    "message",
    "description",
    "note",
    "summary",
    "text",
    "diff_hunk",
    "challenge",
  ]);
  return JSON.parse(JSON.stringify(payload), (key, value) => (written.has(key) ? text : value));
}

let deliveries = 0;

function signed(event: string, name: string, type: string, body: () => string): Variant {
  return {
    name: `${event}: ${name}`,
    change(prepared): Changed {
      deliveries += 1;
      const { repository = "", secret = "", seconds = "" } = prepared.params;
      const raw = body().replaceAll(githubRepository, repository).replaceAll(gitlabRepository, repository);
      const sign = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
      const headers = {
        "x-github-delivery": String(deliveries),
        "x-github-event": event,
        "x-hub-signature-256": `sha256=${sign(raw)}`,
        "idempotency-key": String(deliveries),
        "x-gitlab-event": event,
        "x-gitlab-token": secret,
        "x-slack-signature": `v0=${sign(`v0:${seconds}:${raw}`)}`,
        "x-slack-request-timestamp": seconds,
      };
      return { ...prepared, headers, raw, type };
    },
  };
}
