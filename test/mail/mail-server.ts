import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import type { MailSettings } from "../../src/platform/mail-settings.ts";
import { localhostCertificate } from "./localhost-certificate.ts";

interface ReceivedMail {
  to: string[];
  /** Headers and body as they were sent. */
  raw: string;
  /** The text part, decoded. */
  text: string;
  isEncrypted: boolean;
  user: string | undefined;
}

export interface MailServer {
  settings: MailSettings;
  received: ReceivedMail[];
}

interface Behavior extends Pick<SMTPServerOptions, "onRcptTo" | "onMailFrom" | "secure" | "disabledCommands"> {
  tls?: MailSettings["tls"];
  login?: MailSettings["login"];
  /** The password that the server expects. */
  password?: string;
  /** Whether this process trusts its certificate. */
  isTrusted?: boolean;
}

const trusted = getCACertificates("default");

/** A real mail server on this machine that keeps all received mails. */
export async function startMailServer(behavior: Behavior = {}): Promise<MailServer> {
  const { tls = "off", login, password, isTrusted = true, ...options } = behavior;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...localhostCertificate,
    ...options,
    logger: false,
    closeTimeout: 100,
    authOptional: password === undefined,
    onAuth({ username = "", password: given }, _session, callback) {
      if (given !== password) return callback(new Error("wrong password"));
      callback(null, { user: username });
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const user = session.user === undefined ? undefined : String(session.user);
        received.push({ to, raw, text: textOf(raw), isEncrypted: session.secure, user });
        callback();
      });
    },
  });
  // Failed handshakes are part of the tests.
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  setDefaultCACertificates(isTrusted ? [...trusted, localhostCertificate.cert] : trusted);
  onTestFinished(async () => {
    setDefaultCACertificates(trusted);
    await new Promise<void>((resolve) => server.close(resolve));
  });
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const from = { name: "Acme Docs", address: "docs@acme.test" };
  return { settings: { host: "localhost", port, tls, login, from }, received };
}

function textOf(raw: string): string {
  const part =
    raw
      .replaceAll("\r\n", "\n")
      .split(/^--.*$/m)
      .find((candidate) => /content-type: text\/plain/i.test(candidate)) ?? raw;
  const [head = "", ...body] = part.trimStart().split("\n\n");
  const text = body.join("\n\n");
  if (/encoding: base64/i.test(head)) return Buffer.from(text, "base64").toString();
  if (!/encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replaceAll(/=\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
