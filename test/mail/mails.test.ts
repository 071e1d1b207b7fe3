import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enqueueMail, mailKind, mailsPerHour, type NewMail } from "../../src/mail/enqueue-mail.ts";
import { catchUpMails, mailHandler } from "../../src/mail/send-mails.ts";
import { findMail } from "../../src/mail/store.ts";
import type { MailSettings } from "../../src/platform/mail-settings.ts";
import { listLiveJobs } from "../../src/platform/queue/copy-jobs.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { expectError } from "../contract/expect-reply.ts";
import { callAs, join, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, publicUrl, startInstallation } from "../support/server.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

const hourMilliseconds = 3_600_000;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let secrets: ReturnType<typeof openSecrets>;
  let people = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    secrets = openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder });
  });
  beforeEach(async () => {
    people += 1;
    lectern.clock.advance(hourMilliseconds);
    const { query } = lectern.node.database;
    await query.deleteFrom("rateLimits").execute();
    await query.deleteFrom("mails").execute();
  });
  afterAll(() => lectern?.stop());

  const organization = () => ({ organizationId: lectern.tenant.organizationId });
  const newPerson = (role: "viewer" | "admin" = "viewer") =>
    join(lectern, lectern.tenant.organizationId, role, `person-${++people}@acme.test`);
  const deps = (node: Node) => ({
    database: node.database,
    queue: node.queue,
    secrets,
    clock: lectern.clock,
    log: lectern.log,
  });
  const newMail = (changes: Partial<NewMail> = {}): NewMail => ({
    kind: "notification",
    id: `about-${people}`,
    to: { email: "ada@acme.test", name: "Ada" },
    expiresAt: lectern.clock.now() + 24 * hourMilliseconds,
    content: { subject: "Something", paragraphs: ["a secret link"], footer: ["Bye"] },
    ...changes,
  });
  const write = (mail: NewMail) => lectern.node.database.transaction((tx) => enqueueMail(deps(lectern.node), tx, mail));
  const mails = () => lectern.node.database.query.selectFrom("mails").selectAll().orderBy("id").execute();

  /** Runs the waiting jobs, as a worker does. */
  async function runMails(mail: MailSettings | undefined, node = lectern.node): Promise<void> {
    const handler = mailHandler({ ...deps(node), mail });
    for (let job = await node.queue.claim([mailKind], 30); job; job = await node.queue.claim([mailKind], 30)) {
      const claimed = job;
      const row = await findMail(node.database.query, String(claimed.payload.mailId));
      // On PostgreSQL the queue uses the database's clock, which is ahead of the test's clock, so jobs come too early.
      if ((row?.retryAt ?? 0) > lectern.clock.now())
        return node.queue.retry(node.database.query, claimed, 0, "It is not due.");
      let isFinished = false;
      const finish: Parameters<typeof handler.run>[0]["finish"] = (work) =>
        node.database.transaction(async (tx) => {
          isFinished = true;
          await work(tx);
          await node.queue.complete(tx, claimed);
        });
      await handler.run({ ...claimed, attempt: 1, signal: new AbortController().signal, finish });
      if (!isFinished) await finish(async () => {});
    }
  }

  test("an invitation is mailed and can be accepted; without a mail server the link is only shown", async () => {
    const admin = await newPerson("admin");
    const server = await startMailServer();
    const node = await lectern.startNode({ mail: server.settings });
    const body = { email: "Grace@acme.test", role: "editor" };
    const invite = (url?: string) =>
      admin.call("createInvitation", { params: organization(), body }, url === undefined ? {} : { url });
    expect(read("createInvitation", await invite())).toMatchObject({ isMailed: false });
    expect(await mails()).toEqual([]);
    const { link, isMailed } = read("createInvitation", await invite(node.url));
    expect(isMailed).toBe(true);
    await runMails(server.settings);
    expect(server.received).toMatchObject([{ to: ["grace@acme.test"] }]);
    expect(server.received[0]?.text).toContain(link);
    const token = tokenIn(server);
    const opened = await callAs(lectern, undefined)("readInvitation", { body: { token } });
    expect(read("readInvitation", opened)).toMatchObject({ email: "grace@acme.test", role: "editor" });
    await node.stop();
  });

  test("a reset link is mailed only to existing accounts, a few times an hour, and the reply is always the same", async () => {
    const person = await newPerson();
    const server = await startMailServer();
    const node = await lectern.startNode({ mail: server.settings });
    const guest: Person["call"] = (name, input) => callAs(lectern, undefined)(name, input, { url: node.url });
    const request = (email: string) => guest("requestPasswordReset", { body: { email } });
    const [unknown, known] = [await request("nobody@acme.test"), await request(person.email.toUpperCase())];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await expect.poll(mails).toHaveLength(1);
    // A copy of the database doesn't help anyone to sign in, neither before nor after the mail is sent.
    expect(JSON.stringify(await mails())).not.toContain("reset-password");
    await runMails(server.settings);
    expect(await mails()).toMatchObject([{ outcome: "sent", sealed: null }]);
    expect(server.received).toMatchObject([{ to: [person.email] }]);
    expect(server.received[0]?.text).toContain(`${publicUrl}/dashboard/reset-password#`);
    const reset = { token: tokenIn(server), newPassword: "a whole new password" };
    expect((await guest("resetPassword", { body: reset })).status).toBe(204);
    for (let time = 0; time < 4; time++) expect((await request(person.email)).status).toBe(known.status);
    await expect.poll(mails).toHaveLength(3);
    expectError(404, await callAs(lectern, undefined)("requestPasswordReset", { body: { email: person.email } }));
    const options = await guest("getSignInOptions");
    expect(read("getSignInOptions", options)).toMatchObject({ sendsResetLinks: true });
    await node.stop();
  });

  test("a mail is written once, in the same transaction as the change it reports", async () => {
    const { database } = lectern.node;
    const failing = database.transaction(async (tx) => {
      await enqueueMail(deps(lectern.node), tx, newMail());
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    const server = await startMailServer();
    await runMails(server.settings);
    expect(server.received).toEqual([]);
    expect([await write(newMail()), await write(newMail())]).toEqual([true, false]);
    await runMails(server.settings);
    await runMails(server.settings);
    expect(server.received).toHaveLength(1);
    expect(await write(newMail())).toBe(false);
  });

  test("an address gets a limited number of mails an hour, and no mails if it would break a header", async () => {
    const outcomes: boolean[] = [];
    for (let number = 0; number <= mailsPerHour; number++) outcomes.push(await write(newMail({ id: `m-${number}` })));
    expect(outcomes.filter((isWritten) => isWritten)).toHaveLength(mailsPerHour);
    const to = { email: "a,b<c>@acme.test", name: "" };
    expect(await write(newMail({ id: "hostile", to }))).toBe(false);
    await runMails(undefined);
    expect((await mails()).every(({ outcome, sealed }) => outcome === "expired" && sealed === null)).toBe(true);
  });

  test("a failed mail is retried until it expires, but not if its address is refused", async () => {
    let responseCode = 451;
    const server = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        responseCode === 250 ? callback() : callback(Object.assign(new Error("no"), { responseCode })),
    });
    await write(newMail(organization()));
    await runMails(server.settings);
    const [waiting] = await mails();
    expect(waiting).toMatchObject({ failures: 1, outcome: null, sealed: expect.any(String) });
    expect(waiting?.retryAt).toBeGreaterThan(lectern.clock.now());
    responseCode = 250;
    lectern.clock.advance(2 * hourMilliseconds);
    await catchUpMails(lectern.node, lectern.clock.now());
    // Organizations take turns, so both retries must belong to the organization of the mail.
    const jobs = await listLiveJobs(lectern.node.database.query, dialect);
    expect(jobs.filter(({ kind }) => kind === mailKind)).toMatchObject([organization(), organization()]);
    await runMails(server.settings);
    expect(await mails()).toMatchObject([{ outcome: "sent", sealed: null }]);
    expect(server.received).toHaveLength(1);

    responseCode = 550;
    await write(newMail({ id: "refused" }));
    await write(newMail({ id: "too-late", expiresAt: lectern.clock.now() }));
    await runMails(server.settings);
    expect(await mails()).toMatchObject([{}, { id: "refused", outcome: "refused" }, { outcome: "expired" }]);
    expect(server.received).toHaveLength(1);
  });

  test("a mail whose job is given up, because workers died or for another reason, is sent when it can be", async () => {
    const { database, queue } = lectern.node;
    const server = await startMailServer();
    await write(newMail({ id: "invitation" }));
    await write(newMail({ id: "old", expiresAt: lectern.clock.now() }));
    const handler = mailHandler({ ...deps(lectern.node), mail: server.settings });
    for (let jobs = 0; jobs < 2; jobs++) {
      const given = (await queue.claim([mailKind], 30)) ?? expect.fail("There is no job.");
      await database.transaction(async (tx) => {
        await handler.giveUp(tx, given, "Its worker died.", "deaths");
        await queue.giveUp(tx, given, "Its worker died.");
      });
    }
    expect(await mails()).toMatchObject([
      { outcome: null, failures: 1 },
      { outcome: "expired", sealed: null },
    ]);
    lectern.clock.advance(hourMilliseconds);
    await runMails(server.settings);
    expect(await mails()).toMatchObject([{ outcome: "sent" }, { outcome: "expired" }]);
    expect(server.received).toHaveLength(1);
  });

  test("while the mail server can't be reached, other mails wait instead of trying it one by one", async () => {
    const server = await startMailServer();
    await write(newMail({ id: "first" }));
    await write(newMail({ id: "second" }));
    await runMails({ ...server.settings, port: 1 });
    expect((await mails()).map(({ failures }) => failures).toSorted()).toEqual([0, 1]);
  });

  test("a server admin sees the mail settings without the password, and can send themselves a test mail", async () => {
    const admin = await newPerson("admin");
    const login = { user: "docs", password: "relay password" };
    const server = await startMailServer({ tls: "required", login, password: login.password });
    const node = await lectern.startNode({ mail: server.settings });
    const shown = await admin.call("getServerSettings", {}, { url: node.url });
    expect(read("getServerSettings", shown).mail).toMatchObject({
      isSetUp: true,
      user: "docs",
      encryption: "required",
    });
    expect(shown.text).not.toContain(login.password);
    const tested = await admin.call("testServerMail", {}, { url: node.url });
    expect(read("testServerMail", tested)).toEqual({ problem: null });
    expect(server.received).toMatchObject([{ to: [admin.email] }]);
    expectError(403, await (await newPerson()).call("testServerMail", {}, { url: node.url }));
    expectError(409, await admin.call("testServerMail"));
    await node.stop();
  });
});

function tokenIn({ received }: MailServer): string {
  return /#([\w-]{20,})/.exec(received[0]?.text ?? "")?.[1] ?? "";
}
