import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { cutText } from "./cut-text.ts";
import { invalid } from "./setting-values.ts";
import type { SettingName } from "./settings.ts";

/** The mail server, and the sender of all mails. */
export interface MailSettings {
  host: string;
  port: number;
  /** How TLS is used: `implicit` from the first byte, `required` with STARTTLS, `off` for a server on this machine. */
  tls: "implicit" | "required" | "off";
  /** Undefined for a server that requires no sign-in. */
  login: { user: string; password: string } | undefined;
  from: { name: string; address: string };
}

const nameCharactersMax = 60;
const addressCharactersMax = 254;
const defaultName = "Lectern";
const ports = { "smtps:": 465, "smtp:": 587 } as const;

/**
 * Undefined if no mail server is configured. Throws if the settings are invalid, so that no server runs without being
 * able to send its mails.
 */
export function readMailSettings(read: (name: SettingName) => string): MailSettings | undefined {
  const [address, from, password] = [
    read("LECTERN_SMTP_URL"),
    read("LECTERN_MAIL_FROM"),
    read("LECTERN_SMTP_PASSWORD"),
  ];
  if (address === "") {
    const stray = from !== "" ? "LECTERN_MAIL_FROM" : password !== "" ? "LECTERN_SMTP_PASSWORD" : undefined;
    if (stray !== undefined) throw invalid(stray, "also needs LECTERN_SMTP_URL, such as smtp://mail.example.com:587");
    return undefined;
  }
  const url = readUrl(address);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? ports[url.protocol] : Number(url.port),
    tls: readTls(url),
    login: readLogin(url, password),
    from: readFrom(from),
  };
}

/**
 * Whether mail can be sent to this address. Stricter than the rule for accounts, because the address becomes part of a
 * mail's header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= addressCharactersMax && /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+$/u.test(text);
}

/** Makes a name or title safe for a header: one line, without the characters that separate addresses. */
export function headerText(text: string, charactersMax = nameCharactersMax): string {
  const line = text
    .replace(/[\p{C}\p{Z}]/gu, " ")
    .replace(/[<>"]/g, "")
    .trim();
  return cutText(line, charactersMax);
}

type SmtpUrl = URL & { protocol: keyof typeof ports };

function readUrl(text: string): SmtpUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSmtp = url !== undefined && url.protocol in ports && url.hostname !== "" && /^\/?$/.test(url.pathname);
  const isKnown = isSmtp && url.hash === "" && [...url.searchParams.keys()].every((name) => name === "tls");
  // The message doesn't quote the value, which may contain a password.
  if (!isKnown) throw invalid("LECTERN_SMTP_URL", "must be an address such as smtp://user@mail.example.com:587");
  return url as SmtpUrl;
}

function readTls(url: SmtpUrl): MailSettings["tls"] {
  const tls = url.searchParams.get("tls");
  if (tls !== null && tls !== "required" && tls !== "off") {
    throw invalid("LECTERN_SMTP_URL", "has an unknown option; only ?tls=required and ?tls=off are allowed");
  }
  if (url.protocol === "smtps:") {
    if (tls === "off") throw invalid("LECTERN_SMTP_URL", "can't combine smtps:// with ?tls=off; use smtp://");
    return "implicit";
  }
  // A relay on the same machine rarely has a certificate for the name localhost.
  return tls ?? (isThisMachine(url.hostname) ? "off" : "required");
}

function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return host === "localhost" || (isIP(address) !== 0 && ipaddr.parse(address).range() === "loopback");
}

function readLogin(url: SmtpUrl, password: string): MailSettings["login"] {
  const user = decode(url.username);
  const inUrl = decode(url.password);
  if (inUrl !== "" && password !== "") {
    throw invalid("LECTERN_SMTP_PASSWORD", "is also part of LECTERN_SMTP_URL; remove one of them");
  }
  const known = password || inUrl;
  if ((user === "") !== (known === "")) {
    throw invalid("LECTERN_SMTP_URL", "needs a user and a password, or neither: smtp://user:password@mail.example.com");
  }
  return user === "" ? undefined : { user, password: known };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid("LECTERN_SMTP_URL", "has a user or password with a % that isn't written as %25");
  }
}

/** `docs@example.com` or `Acme Docs <docs@example.com>`. */
function readFrom(text: string): MailSettings["from"] {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  if (!isMailAddress(address)) {
    throw invalid(
      "LECTERN_MAIL_FROM",
      "must be the address that mails come from, such as Acme Docs <docs@example.com>",
    );
  }
  return { name: headerText(name) || defaultName, address };
}
