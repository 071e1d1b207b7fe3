import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Mail } from "../../src/mail/mail.ts";
import { MailFailure, sendBySmtp } from "../../src/mail/send-by-smtp.ts";
import type { MailSettings } from "../../src/platform/mail-settings.ts";
import { startMailServer } from "./mail-server.ts";

const mail: Mail = {
  id: "eml_1",
  to: { email: "ada@acme.test", name: "Ada" },
  content: {
    subject: "Choose a new password",
    paragraphs: ["Hello & welcome"],
    list: ["<b>first</b>"],
    action: { label: "Open", url: "https://docs.acme.test/dashboard/join#token" },
    footer: ["Stop these mails: https://docs.acme.test/unsubscribe/x"],
  },
};
const login = { user: "docs", password: "relay password" };

function send(settings: MailSettings, changes: Partial<Mail> = {}, signal = new AbortController().signal) {
  return sendBySmtp(settings, { ...mail, ...changes }, signal).then(
    () => "sent",
    (error: unknown) => (error instanceof MailFailure ? `${error.of}: ${error.message}` : error),
  );
}

test("a mail has a text and an HTML version, loads nothing, and has a one-click unsubscribe link", async () => {
  const { settings, received } = await startMailServer();
  expect(await send(settings, { unsubscribeUrl: "https://docs.acme.test/unsubscribe/x" })).toBe("sent");
  const [{ raw = "", text = "", to = [] } = {}] = received;
  expect(to).toEqual(["ada@acme.test"]);
  expect(text).toContain("Hello & welcome\n\n- <b>first</b>\n\nOpen:\nhttps://docs.acme.test/dashboard/join#token");
  expect(raw).toContain("Message-ID: <eml_1@acme.test>");
  expect(raw).toContain("From: Acme Docs <docs@acme.test>");
  expect(raw).toContain("List-Unsubscribe: <https://docs.acme.test/unsubscribe/x>");
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(raw).toContain("&lt;b&gt;first&lt;/b&gt;");
  expect(raw).toContain("prefers-color-scheme: dark");
  expect(raw).not.toMatch(/<img|src=|url\(|@import/);
});

test("names and subjects can't add headers or recipients", async () => {
  const { settings, received } = await startMailServer();
  const name = 'Eve"\r\nBcc: eve@evil.test\r\n\r\n<script> <eve@evil.test>,';
  const content = { ...mail.content, subject: `Hi\r\nBcc: eve@evil.test\u2028X: y\r\n\r\nbody` };
  expect(await send(settings, { to: { email: "ada@acme.test", name }, content })).toBe("sent");
  const [{ raw = "", to = [] } = {}] = received;
  expect(to).toEqual(["ada@acme.test"]);
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n\s+/g, " ");
  expect(head.split("\r\n").map((line) => line.split(":")[0])).not.toContain("Bcc");
  expect(head).toMatch(/^Subject: Hi Bcc: eve@evil\.test X: y body$|^Subject: Hi {1,}Bcc/m);
  expect(head.match(/^To: .*$/m)?.[0]).toContain("<ada@acme.test>");
});

test("STARTTLS is used when required, and a server without it gets no password and no mail", async () => {
  const encrypted = await startMailServer({ tls: "required", login, password: login.password });
  expect(await send(encrypted.settings)).toBe("sent");
  expect(encrypted.received).toMatchObject([{ isEncrypted: true, user: "docs" }]);
  const plain = await startMailServer({ tls: "required", disabledCommands: ["STARTTLS"] });
  expect(await send(plain.settings)).toMatch(/^server: .*TLS/);
  expect(plain.received).toEqual([]);
});

test("TLS from the start works, and an untrusted certificate is refused", async () => {
  const { settings, received } = await startMailServer({ secure: true, tls: "implicit" });
  expect(await send(settings)).toBe("sent");
  expect(received).toMatchObject([{ isEncrypted: true }]);
  const unknown = await startMailServer({ secure: true, tls: "implicit", isTrusted: false });
  expect(await send(unknown.settings)).toMatch(/^server: .*certificate/);
});

test("a wrong password is reported as a problem of the mail server, not of the recipient", async () => {
  const { settings } = await startMailServer({ tls: "required", password: "another", login });
  const outcome = await send(settings);
  expect(outcome).toMatch(/^server: .*rejected the user name or password/);
  expect(outcome).not.toContain(login.password);
});

test("a permanently refused recipient is not retried, and a temporarily refused one is", async () => {
  const refusing = (responseCode: number) =>
    startMailServer({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error("no"), { responseCode })),
    });
  expect(await send((await refusing(550)).settings)).toMatch(/^recipient: .*\(550\)/);
  expect(await send((await refusing(451)).settings)).toMatch(/^later: .*\(451\)/);
  const { settings } = await startMailServer({
    onMailFrom: (_address, _session, callback) => callback(Object.assign(new Error("no"), { responseCode: 550 })),
  });
  expect(await send(settings)).toMatch(/^server: .*sender/);
});

test("a mail server that can't be reached or never answers doesn't block the worker", async () => {
  const { settings } = await startMailServer();
  expect(await send({ ...settings, port: 1 })).toMatch(/^server: localhost:1 can't be reached/);
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stopping = new AbortController();
  const sending = send({ ...settings, port }, {}, stopping.signal);
  const [socket] = await once(silent, "connection");
  const closed = once(socket, "close");
  socket.resume();
  stopping.abort(new Error("the worker stops"));
  expect(await sending).toEqual(new Error("the worker stops"));
  await closed;
});
