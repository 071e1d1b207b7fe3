import { connect, type Socket } from "node:net";
import { headerText, type MailSettings } from "../platform/mail-settings.ts";
import type { Mail } from "./mail.ts";
import { writeMail } from "./write-mail.ts";

const stepSecondsMax = 20;
const secondsMax = 60;
const subjectCharactersMax = 150;

/** Why a mail wasn't sent. */
export class MailFailure extends Error {
  /**
   * `recipient`: the address is refused for good. `server`: no mail can be sent now. `later`: this mail can't be sent
   * now.
   */
  readonly of: "recipient" | "server" | "later";

  constructor(message: string, of: MailFailure["of"]) {
    super(message);
    this.name = "MailFailure";
    this.of = of;
  }
}

/** Resolves when the mail server has taken responsibility for the mail. Throws a MailFailure otherwise. */
export async function sendBySmtp(settings: MailSettings, mail: Mail, signal: AbortSignal): Promise<void> {
  // Loaded on use: most processes never send mail.
  const { createTransport } = await import("nodemailer");
  const { host, port, tls, login, from } = settings;
  const deadline = AbortSignal.timeout(secondsMax * 1_000);
  const socket = openSocket(host, port, AbortSignal.any([signal, deadline]));
  try {
    const transport = createTransport({
      host,
      port,
      secure: tls === "implicit",
      requireTLS: tls === "required",
      ignoreTLS: tls === "off",
      ...(login !== undefined && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
      connectionTimeout: stepSecondsMax * 1_000,
      greetingTimeout: stepSecondsMax * 1_000,
      socketTimeout: stepSecondsMax * 1_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      // We open the socket ourselves, because only then can we close it while a server answers one byte at a time.
      getSocket: (_options, callback) => {
        socket.then(
          (connection) => callback(null, { connection }),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
        );
      },
    });
    await transport.sendMail({
      from,
      to: { name: headerText(mail.to.name), address: mail.to.email },
      subject: headerText(mail.content.subject, subjectCharactersMax),
      messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
      headers: {
        // Prevents out-of-office replies.
        "Auto-Submitted": "auto-generated",
        ...(mail.unsubscribeUrl !== undefined && {
          "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
      ...writeMail(mail.content),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw explainSmtpError(error, `${host}:${port}`, deadline.aborted);
  } finally {
    socket.then((open) => open.destroy()).catch(() => {});
  }
}

function openSocket(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, timeout: stepSecondsMax * 1_000 });
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("timeout")));
  });
}

/** The server's replies aren't shown: they may repeat the content of the mail. */
function explainSmtpError(error: unknown, server: string, isLate: boolean): MailFailure {
  const { code = "", originalCode = code, command = "", responseCode = 0 } = (error ?? {}) as SmtpError;
  if (code === "EAUTH" || code === "ENOAUTH") {
    return new MailFailure(`${server} rejected the user name or password.`, "server");
  }
  if (code === "ETLS" || tlsCodes.test(originalCode)) {
    return new MailFailure(`${server} can't be reached over TLS, or its certificate isn't valid.`, "server");
  }
  if (command === "MAIL FROM" && responseCode !== 0) {
    return new MailFailure(`${server} doesn't accept mail from this sender (${responseCode}).`, "server");
  }
  if (responseCode >= 500 && (command === "RCPT TO" || command === "DATA")) {
    return new MailFailure(`${server} refused the mail (${responseCode}).`, "recipient");
  }
  if (responseCode !== 0) return new MailFailure(`${server} temporarily rejected the mail (${responseCode}).`, "later");
  if (isLate || code === "ETIMEDOUT") return new MailFailure(`${server} takes too long to answer.`, "server");
  return new MailFailure(`${server} can't be reached.`, "server");
}

const tlsCodes = /^(?:CERT|DEPTH|UNABLE|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO)/;

interface SmtpError {
  code?: string;
  /** The code of the original error that nodemailer wrapped. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
}
