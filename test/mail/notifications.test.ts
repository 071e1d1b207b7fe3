import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteMember } from "../../src/accounts/member-store.ts";
import { putProjectRole } from "../../src/accounts/members/project-role-store.ts";
import { recordEvent } from "../../src/activity/events/record-event.ts";
import { findEvents } from "../../src/activity/events/store.ts";
import type { EventType } from "../../src/contract/event-schemas.ts";
import { notifyOfEvent } from "../../src/notifications/mail-events.ts";
import { mailSummaries, weekOf } from "../../src/notifications/weekly-summary.ts";
import type { MailSettings } from "../../src/platform/mail-settings.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { recordCommitAuthors } from "../../src/updates/people-store.ts";
import { recordProblems } from "../../src/updates/problem-store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { expectError } from "../contract/expect-reply.ts";
import { join, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
const mail: MailSettings = {
  host: "localhost",
  port: 1,
  tls: "off",
  login: undefined,
  from: { name: "Acme Docs", address: "docs@acme.test" },
};

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let people = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  beforeEach(async () => {
    lectern.clock.advance(hourMilliseconds);
    const { query } = lectern.node.database;
    await query.deleteFrom("rateLimits").execute();
    for (const table of ["mails", "events", "notificationChoices"] as const) await query.deleteFrom(table).execute();
  });
  afterAll(() => lectern?.stop());

  const params = () => ({ organizationId: lectern.tenant.organizationId });
  const project = () => ({ projectId: lectern.tenant.project.id });
  const secrets = () => openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder });
  const deps = () => {
    const { database, queue } = lectern.node;
    const siteUrl = (subdomain: string) => `https://${subdomain}.lectern.test`;
    return { database, queue, secrets: secrets(), clock: lectern.clock, mail, url: publicUrl, siteUrl };
  };
  const newPerson = (role: "viewer" | "admin" = "viewer") =>
    join(lectern, lectern.tenant.organizationId, role, `reader-${++people}@acme.test`);
  const list = async (person: Person, query = "") =>
    read("listNotifications", await person.call("listNotifications", { params: params(), query }));
  const choose = (person: Person, choices: Record<string, string>) =>
    person.call("changeNotificationChoices", { params: project(), body: { choices } });

  /** Records an event about the project, as if it happened a second later. */
  async function happen(type: EventType, subject = `subject-${people}`, projectId = lectern.tenant.project.id) {
    lectern.clock.advance(1_000);
    const { query } = lectern.node.database;
    await recordEvent({ clock: lectern.clock }, query, { type, projectId, subject, data: dataOf(type) } as never);
    const { id } = await query.selectFrom("events").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    return id;
  }
  async function dispatch(id: string): Promise<void> {
    const consume = notifyOfEvent(deps());
    await lectern.node.database.transaction(async (tx) => {
      for (const event of await findEvents(tx, [id])) await consume(tx, event);
    });
  }
  async function mailed(): Promise<{ to: string; subject: string; list: string[]; footer: string[] }[]> {
    const rows = await lectern.node.database.query.selectFrom("mails").selectAll().orderBy("id").execute();
    return rows.map(({ sealed }) => {
      const { to, content } = JSON.parse(secrets().open(sealed ?? ""));
      return { to: to.email, subject: content.subject, list: content.list, footer: content.footer };
    });
  }

  test("events since a member joined are unread until they are marked as read, one by one or all at once", async () => {
    await happen("job.failed");
    lectern.clock.advance(1_000);
    const person = await newPerson();
    const other = await newPerson();
    expect(await list(person)).toMatchObject({ unread: 0, notifications: [{ type: "job.failed", isRead: true }] });
    const failed = await happen("update.failed");
    const opened = await happen("pull_request.opened");
    await happen("update.succeeded");
    const { unread, notifications } = await list(person);
    expect(unread).toBe(2);
    expect(notifications.slice(0, 2)).toMatchObject([
      { id: opened, isRead: false, title: "Pull request #7 opened by Ada" },
      { id: failed, isRead: false, tone: "bad", path: expect.stringContaining("/updates/") },
    ]);
    const mark = (id: string, withOlder: boolean) =>
      person.call("readNotifications", { params: params(), body: { id, withOlder } });
    expect((await mark(opened, false)).status).toBe(204);
    expect(await list(person)).toMatchObject({ unread: 1, notifications: [{ isRead: true }, { isRead: false }, {}] });
    expect((await mark(opened, true)).status).toBe(204);
    // An older mark from another window doesn't move the mark back.
    expect((await mark(failed, true)).status).toBe(204);
    expect((await list(person)).unread).toBe(0);
    expect((await list(other)).unread).toBe(2);
    const first = await list(person, "?limit=1");
    expect(first.nextCursor).toBe(opened);
    expect((await list(person, `?limit=1&cursor=${first.nextCursor}`)).notifications).toMatchObject([{ id: failed }]);
  });

  test("changed choices and lost access take effect at once", async () => {
    const person = await newPerson();
    const before = (await list(person)).notifications.length;
    await happen("feedback.received");
    await happen("update.succeeded");
    expect((await list(person)).unread).toBe(1);
    expect((await choose(person, { updateSucceeded: "dashboard", feedback: "off" })).status).toBe(200);
    expect(await list(person)).toMatchObject({ unread: 1, notifications: [{ type: "update.succeeded" }] });
    expectError(400, await choose(person, { feedback: "mine" }));
    expectError(400, await choose(person, { unknown: "off" }));
    const { query } = lectern.node.database;
    await putProjectRole(query, { ...project(), userId: person.userId }, "none", lectern.clock.now());
    expect(await list(person)).toMatchObject({ unread: 0, notifications: [] });
    expectError(404, await person.call("getNotificationChoices", { params: project() }));
    await putProjectRole(query, { ...project(), userId: person.userId }, "editor", lectern.clock.now());
    // The choices are kept.
    const shown = read("getNotificationChoices", await person.call("getNotificationChoices", { params: project() }));
    expect(shown).toMatchObject({ choices: { feedback: "off", updateFailed: "mine" }, sendsMail: false });
    expect((await list(person)).notifications.length).toBeGreaterThanOrEqual(before);
    const stranger = await join(lectern, lectern.stranger.organizationId, "admin", `stranger-${++people}@zenith.test`);
    expectError(404, await stranger.call("listNotifications", { params: params() }));
    const own = await stranger.call("listNotifications", {
      params: { organizationId: lectern.stranger.organizationId },
    });
    expect(read("listNotifications", own).notifications).toEqual([]);
  });

  test("a failed update is mailed to its author, once per commit, with the first problems", async () => {
    const { node, clock } = lectern;
    const [author, chooser, removed, silent] = [
      await newPerson(),
      await newPerson(),
      await newPerson(),
      await newPerson(),
    ];
    await choose(chooser, { updateFailed: "mail" });
    await choose(removed, { updateFailed: "mail" });
    await choose(silent, { updateFailed: "dashboard" });
    await deleteMember(node.database.query, lectern.tenant.organizationId, removed.userId);
    const update = await node.database.transaction(async (tx) => {
      const request = { project: lectern.tenant.project, source: "internal" } as const;
      const created = await triggerUpdate({ queue: node.queue, clock }, tx, request);
      await recordCommitAuthors(tx, [{ id: created.id, email: author.email.toUpperCase() }]);
      const problems = Array.from({ length: 7 }, (_, line) => ({
        severity: "error" as const,
        code: "syntax",
        file: "start.mdx",
        line,
        message: "Expected a closing tag",
      }));
      await recordProblems(tx, [created.id], problems as never);
      return created;
    });
    await dispatch(await happen("update.failed", update.id));
    // The same commit fails again.
    await dispatch(await happen("update.failed", update.id));
    const mails = await mailed();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([author.email, chooser.email].toSorted());
    const own = mails.find(({ to }) => to === author.email);
    expect(own?.subject).toBe("Update of main failed · acme-docs");
    expect(own?.list).toHaveLength(6);
    expect(own?.list[0]).toBe("start.mdx:0: Expected a closing tag");
    expect(own?.footer.join("\n")).toMatch(/triggered this update.*\/-\/notifications\?project=.*\/unsubscribe\//s);
  });

  test("the person who triggers an update by hand counts as its author, but gets no mail without access", async () => {
    const { node } = lectern;
    const [editor, outsider] = [await newPerson("admin"), await newPerson()];
    const triggered = await editor.call("triggerUpdate", { params: project() });
    const { statusId } = JSON.parse(triggered.text);
    const { query } = node.database;
    await recordCommitAuthors(query, [{ id: statusId, email: outsider.email }]);
    await dispatch(await happen("update.failed", statusId));
    expect(await mailed()).toMatchObject([{ to: editor.email }]);
    await query.deleteFrom("mails").execute();
    await query.updateTable("updatePeople").set({ userId: outsider.userId }).execute();
    await putProjectRole(query, { ...project(), userId: outsider.userId }, "none", lectern.clock.now());
    await dispatch(await happen("update.failed", statusId));
    expect(await mailed()).toEqual([]);
  });

  test("a weekly summary is written once a week for people who chose it, even with several workers", async () => {
    const [person, removed] = [await newPerson(), await newPerson()];
    await choose(person, { weeklySummary: "mail" });
    await choose(removed, { weeklySummary: "mail" });
    const run = () => mailSummaries(deps(), lectern.clock.now(), new AbortController().signal);
    await run();
    expect(await mailed()).toEqual([]);
    await deleteMember(lectern.node.database.query, lectern.tenant.organizationId, removed.userId);
    lectern.clock.advance(7 * dayMilliseconds);
    await Promise.all([run(), run()]);
    await run();
    const mails = await mailed();
    expect(mails.map(({ to }) => to)).toEqual([person.email]);
    expect(mails[0]?.subject).toMatch(/^acme-docs: the week from \w+ \d+ to \w+ \d+$/);
    expect(mails[0]?.list).toContainEqual(expect.stringMatching(/^\d+ questions? to the assistant, /));
    expect(mails[0]?.list).toContain("0 visitors with 0 page views, and 0 views by agents");
    await choose(person, { weeklySummary: "off" });
    lectern.clock.advance(7 * dayMilliseconds);
    await run();
    expect(await mailed()).toHaveLength(1);
  });
});

test("weeks begin on Monday morning", () => {
  const monday = Date.UTC(2026, 2, 2, 7);
  expect(weekOf(monday) - weekOf(monday - 1)).toBe(1);
  expect(weekOf(monday + 7 * dayMilliseconds - 1)).toBe(weekOf(monday));
});

function dataOf(type: EventType): unknown {
  const [subject = "", outcome = ""] = type.split(".");
  const at = "2026-03-02T09:00:00.000Z";
  switch (subject) {
    case "update": {
      const status = outcome === "failed" ? "failure" : "success";
      const where = { branch: "main", subdomain: "acme-docs", isPreview: false, source: "internal", trigger: "push" };
      const commit = { sha: "a".repeat(40), message: "Write" };
      const update = { id: "upd_1", status, summary: "Summary.", ...where, createdAt: at, endedAt: at, commit };
      return { update: { ...update, author: "Ada", problems: null } };
    }
    case "pull_request": {
      const names = { number: 7, title: "Fix typos", status: "open", head: "next", base: "main", author: "Ada" };
      return { pullRequest: { ...names, endedBy: null, url: "https://docs.lectern.test/x", host: "lectern" } };
    }
    case "job": {
      const job = { id: "job_1", status: outcome, outcome: null, summary: null, prompt: "Fix typos", prLink: null };
      return { job: { ...job, createdAt: at, endedAt: at } };
    }
    default: {
      const feedback = { about: "page", helpful: false, page: "/start", question: null, reason: null, comment: "No" };
      return { feedback: { ...feedback, receivedAt: at } };
    }
  }
}
