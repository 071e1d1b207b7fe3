import { isIP } from "node:net";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { editDistance } from "./edit-distance.ts";
import { AppError } from "./errors.ts";
import { readMailSettings } from "./mail-settings.ts";
import { readEmbeddings, readModel } from "./model/model-settings.ts";
import { ownCommand } from "./own-command.ts";
import { invalid, list, oneOf, wholeNumber } from "./setting-values.ts";
import { type SettingName, settings } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const codeHostKinds = ["github", "gitlab", "gitea"] as const;
const ownPrefix = "LECTERN_";
// A typo rarely changes more characters than this.
const mistakesMax = 3;
const secretCharactersMin = 16;
const secretDifferentMin = 6;
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
const logFormats = ["json", "pretty"] as const;

export type Config = ReturnType<typeof readConfig>;

export type StreamBounds = Config["streams"];
export type EditorBounds = Config["editors"];

interface GithubApp {
  id: string;
  privateKey: string;
  client?: { id: string; secret: string };
}

/** The OpenID Connect provider people can sign in with. */
const readerMethods = ["password", "members", "server", "provider", "jwt", "mail"] as const;

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The claim that roles are mapped from. */
  rolesClaim?: string;
}

export function readConfig(environment: Environment = process.env) {
  refuseUnknownNames(environment);
  const read = (name: SettingName) => settingValue(environment, name);
  const number = (name: SettingName, min: number, max: number) => wholeNumber(name, read(name), min, max);
  const host = read("HOST");
  const port = number("PORT", 0, 65_535);
  return {
    port,
    host,
    /** Without a trailing slash. */
    url: publicUrl(read("LECTERN_URL"), host, port),
    dataFolder: resolve(read("LECTERN_DATA")),
    databaseUrl: read("DATABASE_URL") || undefined,
    databaseConnectionsMax: number("LECTERN_DATABASE_CONNECTIONS", 2, 500),
    trustedProxies: addresses("LECTERN_TRUSTED_PROXIES", read("LECTERN_TRUSTED_PROXIES")),
    /** The base domain of sites, in lower case and without a dot at either end. */
    siteHost: hostName("SITE_HOST", read("SITE_HOST")),
    /** Empty to leave the line out of robots.txt. */
    contentSignal: contentSignal(read("LECTERN_CONTENT_SIGNAL")),
    /** Whether projects may run scripts of their own in visitors' browsers. */
    withAuthorCode: oneOf("LECTERN_AUTHOR_CODE", read("LECTERN_AUTHOR_CODE"), ["on", "off"]) === "on",
    artifacts: {
      address: read("LECTERN_ARTIFACTS"),
      accessKeyId: read("AWS_ACCESS_KEY_ID"),
      secretAccessKey: read("AWS_SECRET_ACCESS_KEY"),
    },
    /** Where `lectern move` copies the server to. */
    move: { databaseUrl: read("LECTERN_MOVE_DATABASE_URL") || undefined, artifacts: read("LECTERN_MOVE_ARTIFACTS") },
    /** Newest first; empty to use the key in the data folder. */
    secretKeys: secretKeys(read),
    allowedHosts: list(read("LECTERN_ALLOWED_HOSTS")),
    /** The API that each host speaks, by host. */
    slackApi: read("LECTERN_SLACK_API").replace(/\/$/, ""),
    codeHosts: codeHosts(read("LECTERN_CODE_HOSTS")),
    githubApp: githubApp(read),
    logLevel: oneOf("LECTERN_LOG_LEVEL", read("LECTERN_LOG_LEVEL"), logLevels),
    /** Undefined to use pretty in a terminal and JSON everywhere else. */
    logFormat: logFormat(read("LECTERN_LOG_FORMAT")),
    /** See no-color.org. */
    withColors: (environment.NO_COLOR ?? "") === "",
    workerConcurrency: number("LECTERN_WORKER_CONCURRENCY", 1, 64),
    leaseSeconds: number("LECTERN_LEASE_SECONDS", 1, 3_600),
    shutdownSeconds: number("LECTERN_SHUTDOWN_SECONDS", 0, 600),
    graceSeconds: number("LECTERN_GRACE_SECONDS", 0, 600),
    /** Undefined if workers don't listen on a port. */
    workerPort: read("LECTERN_WORKER_PORT") === "" ? undefined : number("LECTERN_WORKER_PORT", 0, 65_535),
    diskMegabytesMin: number("LECTERN_DISK_MEGABYTES_MIN", 0, 1_000_000_000),
    streams: {
      /** The limit for this process. */
      streamsMax: number("LECTERN_STREAMS", 1, 100_000),
      connectionsPerAddressMax: number("LECTERN_CONNECTIONS_PER_ADDRESS", 1, 1_000_000),
      /** This limit and the next two apply to all nodes together. */
      perAddressMax: number("LECTERN_STREAMS_PER_ADDRESS", 1, 100_000),
      perSessionMax: number("LECTERN_STREAMS_PER_SESSION", 1, 100_000),
      modelAnswersMax: number("LECTERN_MODEL_ANSWERS", 1, 100_000),
    },
    /** How many drafts may be open in browsers. Each limit is for this process. */
    editors: {
      editorsMax: number("LECTERN_EDITORS", 1, 100_000),
      perOrganizationMax: number("LECTERN_EDITORS_PER_ORGANIZATION", 1, 100_000),
      perDraftMax: number("LECTERN_EDITORS_PER_DRAFT", 1, 100_000),
    },
    /** The model's name is empty if there is none. */
    model: readModel(read),
    embeddings: readEmbeddings(read),
    threadDays: number("LECTERN_THREAD_DAYS", 1, 36_500),
    insightDays: number("LECTERN_INSIGHT_DAYS", 1, 36_500),
    analytics: {
      isOn: oneOf("LECTERN_ANALYTICS", read("LECTERN_ANALYTICS"), ["on", "off"]) === "on",
      isExported: oneOf("LECTERN_ANALYTICS_EXPORT", read("LECTERN_ANALYTICS_EXPORT"), ["off", "csv"]) === "csv",
      /** In lower case; empty if no proxy sends the reader's country. */
      countryHeader: read("LECTERN_COUNTRY_HEADER").toLowerCase(),
    },
    auditDays: number("LECTERN_AUDIT_DAYS", 1, 36_500),
    updateDays: number("LECTERN_UPDATE_DAYS", 1, 36_500),
    jobDays: number("LECTERN_JOB_DAYS", 1, 36_500),
    /** 0 for no limit. */
    organizationBytesMax: number("LECTERN_ORGANIZATION_BYTES_MAX", 0, Number.MAX_SAFE_INTEGER),
    apiKey: read("LECTERN_API_KEY") || undefined,
    /** Undefined without a trace collector. The library reads its address and headers itself. */
    tracing: tracing(read),
    oidc: oidcSettings(read),
    readers: {
      /** The ways in which readers of private sites may sign in. */
      methods: list(read("LECTERN_READER_SIGN_IN")).map((method) =>
        oneOf("LECTERN_READER_SIGN_IN", method, readerMethods),
      ),
      /** No session of a reader lasts longer. */
      sessionHoursMax: number("LECTERN_READER_SESSION_HOURS", 1, 8_760),
    },
    /** Undefined if the server sends no mail. */
    mail: readMailSettings(read),
  };
}

/** The current value of a setting. An empty variable counts as unset, as in most .env files. */
export function settingValue(environment: Environment, name: SettingName): string {
  const setting = settings.find((candidate) => candidate.name === name);
  return environment[name]?.trim() || (setting?.value ?? "");
}

/** A misspelled setting would otherwise have no effect, and nobody would notice. */
function refuseUnknownNames(environment: Environment): void {
  const names: readonly string[] = settings.map(({ name }) => name);
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith(ownPrefix) && environment[name] !== "" && !names.includes(name),
  );
  if (unknown !== undefined) {
    const closest = closestName(unknown, names);
    const hint =
      closest === undefined
        ? `remove it; ${ownCommand("doctor --config")} lists all settings`
        : `did you mean ${closest}?`;
    throw new AppError("bad_request", `Unknown setting ${unknown}; ${hint}`);
  }
}

/** The prefix is ignored, so PORT is a perfect match for LECTERN_PORT. */
function closestName(unknown: string, names: readonly string[]): string | undefined {
  const bare = (name: string) => name.replace(ownPrefix, "");
  const ranked = names
    .map((name) => ({ name, distance: editDistance(bare(unknown), bare(name), mistakesMax) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.find(({ distance }) => distance <= mistakesMax)?.name;
}

/**
 * Only the first key encrypts, so only that one must be strong. Older keys are needed until everything is encrypted
 * again.
 */
function secretKeys(read: (name: SettingName) => string): string[] {
  const keys = list(read("LECTERN_SECRET_KEYS"));
  const [newest] = keys;
  if (newest !== undefined) {
    refuseWeak(
      "LECTERN_SECRET_KEYS",
      newest,
      `put a new one in front, run ${ownCommand("reseal")}, then remove the old one`,
    );
  } else if (read("DATABASE_URL") !== "" && read("LECTERN_ARTIFACTS") !== "") {
    throw invalid(
      "LECTERN_SECRET_KEYS",
      "is required with PostgreSQL and S3, because each node would otherwise create its own key and could not read the secrets of other nodes. Set it to the same long random text on every node. If this server ran without it, use the content of secret.key in its data folder",
    );
  }
  return keys;
}

function refuseWeak(name: SettingName, secret: string, remedy: string): void {
  if (secret.length < secretCharactersMin || new Set(secret).size < secretDifferentMin) {
    throw invalid(
      name,
      `is too easy to guess: it needs at least ${secretCharactersMin} characters, ${secretDifferentMin} of them different, as from openssl rand -hex 32; ${remedy}`,
    );
  }
}

function publicUrl(value: string, host: string, port: number): string {
  if (value === "") {
    const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
    return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw invalid("LECTERN_URL", "must be an http or https address, such as https://docs.example.com");
  }
  return url.href.replace(/(?<!\/)\/+$/, "");
}

function oidcSettings(read: (name: SettingName) => string): OidcSettings | undefined {
  const issuer = read("LECTERN_OIDC_ISSUER");
  if (issuer === "") {
    return undefined;
  }
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol)) {
    throw invalid("LECTERN_OIDC_ISSUER", "must be an http or https address, such as https://id.example.com");
  }
  const clientId = read("LECTERN_OIDC_CLIENT_ID");
  const clientSecret = read("LECTERN_OIDC_CLIENT_SECRET");
  if (clientId === "" || clientSecret === "") {
    throw invalid("LECTERN_OIDC_ISSUER", "also needs LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_CLIENT_SECRET");
  }
  refuseWeak("LECTERN_OIDC_CLIENT_SECRET", clientSecret, "let the provider create a new one");
  const rolesClaim = read("LECTERN_OIDC_ROLES_CLAIM");
  return { issuer, clientId, clientSecret, name: read("LECTERN_OIDC_NAME"), rolesClaim };
}

function logFormat(value: string) {
  return value === "" ? undefined : oneOf("LECTERN_LOG_FORMAT", value, logFormats);
}

function hostName(name: SettingName, value: string): string {
  const host = value.toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?$/.test(host)) {
    throw invalid(name, "must be a host name such as docs.example.com, without a port");
  }
  return host;
}

function contentSignal(value: string): string {
  if (value === "none") {
    return "";
  }
  if (!/^[a-z-]+=(?:yes|no)(?:\s*,\s*[a-z-]+=(?:yes|no))*$/.test(value)) {
    throw invalid("LECTERN_CONTENT_SIGNAL", "must be none, or a list such as ai-train=no, search=yes");
  }
  return value;
}

function addresses(name: SettingName, value: string): string[] {
  const items = list(value);
  const wrong = items.find((item) => !ipaddr.isValidCIDR(item) && isIP(item) === 0);
  if (wrong !== undefined) {
    throw invalid(name, `must list addresses or CIDR ranges, but "${wrong}" is neither`);
  }
  return items;
}

function codeHosts(value: string): Record<string, (typeof codeHostKinds)[number]> {
  return Object.fromEntries(
    list(value).map((item) => {
      const [host = "", kind = ""] = item
        .toLowerCase()
        .split("=")
        .map((part) => part.trim());
      if (host === "") {
        throw invalid("LECTERN_CODE_HOSTS", "must list hosts such as git.example.com=gitlab");
      }
      return [host, oneOf("LECTERN_CODE_HOSTS", kind, codeHostKinds)];
    }),
  );
}

function githubApp(read: (name: SettingName) => string): GithubApp | undefined {
  const [id, key] = [read("LECTERN_GITHUB_APP_ID"), read("LECTERN_GITHUB_APP_KEY")];
  const [clientId, secret] = [read("LECTERN_GITHUB_APP_CLIENT_ID"), read("LECTERN_GITHUB_APP_CLIENT_SECRET")];
  if ([id, key, clientId, secret].every((value) => value === "")) {
    return undefined;
  }
  if ((clientId === "") !== (secret === "")) {
    throw invalid("LECTERN_GITHUB_APP_CLIENT_ID", "and LECTERN_GITHUB_APP_CLIENT_SECRET belong together: set both");
  }
  if (!/^\w{1,100}$/.test(id) || !key.includes("PRIVATE KEY")) {
    throw invalid(
      "LECTERN_GITHUB_APP_ID",
      "must be the ID of an app, and LECTERN_GITHUB_APP_KEY its private key in PEM",
    );
  }
  return { id, privateKey: key.replaceAll("\\n", "\n"), ...(secret !== "" && { client: { id: clientId, secret } }) };
}

function tracing(read: (name: SettingName) => string) {
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] as const;
  const given = endpoints.filter((name) => read(name) !== "");
  for (const name of given) {
    if (!URL.canParse(read(name)) || !/^https?:$/.test(new URL(read(name)).protocol)) {
      throw invalid(name, "must be an http or https address, such as http://localhost:4318");
    }
  }
  const ratio = read("OTEL_TRACES_SAMPLER_ARG");
  if (!/^\d{1,3}(?:\.\d{1,9})?$/.test(ratio) || Number(ratio) > 1) {
    throw invalid("OTEL_TRACES_SAMPLER_ARG", "must be a number from 0 to 1, such as 0.1");
  }
  const sampler = oneOf("OTEL_TRACES_SAMPLER", read("OTEL_TRACES_SAMPLER"), samplers);
  return given.length === 0 ? undefined : { sampler, ratio: Number(ratio) };
}
