import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { insertMember } from "../../src/accounts/member-store.ts";
import { insertUser } from "../../src/accounts/user-store.ts";
import { newId } from "../../src/platform/id.ts";
import { type Project, updateProject } from "../../src/projects/store.ts";
import { postMessage } from "../../src/slack/take-message.ts";
import { updateJobKind } from "../../src/updates/trigger-update.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Installation, smallProject } from "../updates/publisher.ts";
import { requestKinds, startAgents } from "./agent-installation.ts";
import { type FakeSlack, signAsSlack, slackTeam, slackToken, startFakeSlack } from "./fake-slack.ts";

vi.setConfig(slow);

const secret = "8f742231b10e8888abcd99yyyzzz85a5";

onDatabaseOfRun((dialect) => {
  let slack: FakeSlack;
  let lectern: Installation;
  let project: Project;
  let sent = 0;

  beforeAll(async () => {
    slack = await startFakeSlack();
    lectern = await startAgents(dialect, { LECTERN_SLACK_API: slack.url }, [...requestKinds, updateJobKind]);
    const hosted = await lectern.createProject("chatting", {
      ...smallProject,
      "guides/start.mdx": "---\ntitle: Start\n---\n\n## Change the port\n\nSet `ACME_PORT` to change the port.\n",
    });
    ({ project } = hosted);
    await lectern.ended(hosted.firstUpdate);
    const { app, organizationId } = lectern;
    const sealed = app.secrets.seal(JSON.stringify({ signingSecret: secret, botToken: slackToken }));
    await updateProject(app.database.query, project.id, { slack: sealed });
    for (const role of ["editor", "viewer"] as const) {
      const user = { id: newId("usr", app.clock), name: role, email: `${role}@acme.test` };
      await insertUser(app.database.query, user, { id: newId("crd", app.clock), passwordHash: "x" }, 0);
      await insertMember(app.database.query, { organizationId, userId: user.id, role }, 0);
      slack.emails[`U${role}`] = user.email;
      slack.emails[`X${role}`] = user.email;
    }
    slack.strangers = ["Xeditor"];
  });
  afterAll(async () => {
    await lectern?.close();
    await slack?.close();
  });
  beforeEach(() => {
    slack.messages.length = 0;
  });

  const now = () => Math.floor(lectern.app.clock.now() / 1_000);
  const post = async (payload: object, key = secret, seconds = now(), id = project.id) => {
    const request = { method: "POST", ...signAsSlack(payload, key, seconds) };
    const reply = await fetch(`${lectern.url}/webhooks/slack/${id}`, request);
    return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
  };
  const say = async (text: string, { user = "Ueditor", thread = "", isDirect = false, id = "" } = {}) => {
    sent += 1;
    const kind = isDirect ? { type: "message", channel_type: "im" } : { type: "app_mention" };
    const event = { ...kind, user, text, channel: "C1", ts: `${sent}.0`, ...(thread !== "" && { thread_ts: thread }) };
    const payload = { type: "event_callback", event_id: id || `Ev${sent}`, team_id: slackTeam, event };
    return { ...(await post(payload)), thread: thread || `${sent}.0` };
  };
  const posted = (count: number) =>
    until(async () =>
      slack.messages.length >= count ? slack.messages.map(({ blocks }) => blocks[0]?.text) : undefined,
    );
  const jobs = async () => (await lectern.client.listAgentJobs({ projectId: project.id })).jobs;

  test("the address is confirmed, and requests that Slack didn't sign just now are refused", async () => {
    const challenge = { type: "url_verification", challenge: "abc" };
    expect(await post(challenge)).toEqual({ status: 200, json: { challenge: "abc" } });
    expect((await post(challenge, "another secret")).status).toBe(401);
    expect((await post(challenge, secret, now() - 301)).status).toBe(401);
    expect((await post(challenge, secret, now() + 301)).status).toBe(401);
    expect((await post(challenge, secret, now(), "prj_unknown")).status).toBe(404);
  });

  test("a question is answered from the docs, once, in its thread, with its sources", async () => {
    slack.limited = 1;
    const { thread } = await say("<@U0> How do I change the port?", { user: "Unobody", id: "EvTwice" });
    const again = { channel: "C1", user: "Unobody", text: "<@U0> How do I change the port?", ts: thread };
    const event = { type: "app_mention", ...again };
    const repeat = { type: "event_callback", event_id: "EvTwice", team_id: slackTeam, event };
    expect((await post(repeat)).json).toEqual({ taken: false });
    const [answer] = (await posted(1)) ?? [];
    expect(answer).toContain("ACME_PORT");
    expect(answer).toContain("/guides/start");
    expect(slack.messages[0]).toMatchObject({ channel: "C1", thread_ts: thread });
    expect(await jobs()).toEqual([]);
    // After a failed attempt, a message that is there already isn't posted again.
    const { secrets, config } = lectern.app;
    const place = { on: "slack", channel: "C1", thread, user: "Unobody", team: slackTeam } as const;
    const { key } = slack.messages[0]?.metadata.event_payload ?? { key: "" };
    const deps = { secrets, slackApi: config.slackApi, fetch };
    const stored = { ...project, slack: secrets.seal(JSON.stringify({ signingSecret: secret, botToken: slackToken })) };
    await postMessage(deps, stored, place, { key, text: "again", isRepeat: true }, new AbortController().signal);
    expect(slack.messages).toHaveLength(1);
  });

  test("a conversation has a random name, and continues in its thread only", async () => {
    const { thread } = await say("<@U0> How do I change the port?", { user: "Unobody" });
    await posted(1);
    await say("<@U0> And on Windows?", { user: "Unobody", thread });
    await say("<@U0> How do I change the port?", { user: "Unobody" });
    await posted(3);
    const threads = lectern.app.database.query.selectFrom("threads").innerJoin("turns", "turns.threadId", "threads.id");
    const stored = await until(async () => {
      const turns = await threads.select(["threads.fp", "threads.name"]).execute();
      const found = [...Map.groupBy(turns, ({ name }) => name).values()];
      return found.some(({ length }) => length === 2) ? found.flatMap(([turn]) => turn ?? []) : undefined;
    });
    for (const { fp, name } of stored) {
      expect(name).toMatch(/^[\w-]{32}$/);
      expect(fp).toMatch(/^[0-9a-f]{64}$/);
      expect(`${fp} ${name}`).not.toContain(thread);
    }
    expect(new Set(stored.map(({ fp }) => fp)).size).toBe(stored.length);
  });

  test("an editor starts a job, gets its result in the thread, and continues it there", async () => {
    const { thread } = await say('<@U0> rename "Welcome" to "Hello"');
    const both = (await posted(2)) ?? [];
    const [job] = await jobs();
    const started = both.find((text) => text?.startsWith("I'm on it"));
    const ended = both.find((text) => text !== started);
    expect(started).toBe(
      `I'm on it: ${lectern.url}/dashboard/${project.organizationId}/${project.domain}/jobs/${job?.id}`,
    );
    expect(ended).toContain(job?.prLink ?? "no link");
    await say('rename "Hello" to "Good day"', { thread, isDirect: true });
    const all = (await posted(4)) ?? [];
    expect(all.filter((text) => text?.includes(job?.prLink ?? "no link"))).toHaveLength(2);
    await say('rename "Good day" to "Hi", but leave the titles alone', { thread, isDirect: true });
    const offered = ((await posted(6)) ?? []).findLast((text) => text?.includes("Ready to run"));
    await say(/^- (rename .+?) — /m.exec(offered ?? "")?.[1] ?? "", { thread, isDirect: true });
    expect((await posted(8))?.filter((text) => text?.includes(job?.prLink ?? "no link"))).toHaveLength(3);
    expect(await jobs()).toHaveLength(1);
    expect(slack.messages.every(({ thread_ts }) => thread_ts === thread)).toBe(true);
  });

  test("viewers, people without an account and accounts of other workspaces can't start jobs", async () => {
    const before = (await jobs()).length;
    for (const user of ["Uviewer", "Unobody", "Xeditor"]) await say('<@U0> rename "Start" to "Begin"', { user });
    const replies = (await posted(3)) ?? [];
    expect(replies.map((text) => text?.startsWith("Only editors of this project"))).toEqual([true, true, true]);
    expect(await jobs()).toHaveLength(before);
  });

  test("bots, edits and messages that aren't for the app are ignored, and nobody is mentioned by an answer", async () => {
    const event = { type: "message", channel_type: "im", user: "U1", text: "hi", channel: "C1", ts: "9.9" };
    const ignored = [
      { ...event, bot_id: "B1" },
      { ...event, subtype: "message_changed" },
      { ...event, channel_type: "channel" },
      { ...event, channel: "C1/../x" },
    ];
    for (const [index, one] of ignored.entries()) {
      const payload = { type: "event_callback", event_id: `EvI${index}`, team_id: slackTeam, event: one };
      expect((await post(payload)).json).toEqual({ taken: false });
    }
    const { secrets, config } = lectern.app;
    const stored = { ...project, slack: secrets.seal(JSON.stringify({ signingSecret: secret, botToken: slackToken })) };
    const place = { on: "slack", channel: "C1", thread: "1.1", user: "U1", team: slackTeam } as const;
    const message = { key: "k", text: "<!channel> <@U1> <b>", isRepeat: false };
    const deps = { secrets, slackApi: config.slackApi, fetch };
    await postMessage(deps, stored, place, message, new AbortController().signal);
    expect(slack.messages[0]?.blocks[0]?.text).toBe("‹!channel> ‹@U1> <b>");
    expect(slack.messages[0]?.text).not.toContain("<");
  });
});
