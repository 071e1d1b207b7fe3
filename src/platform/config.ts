import { isIP } from "node:net";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { AppError } from "./errors.ts";

/** Every setting there is. This table also makes `.env.example`, the reference page and `lectern doctor --config`. */
export const settings = [
  { name: "PORT", value: "3000", about: "The port that the API and the dashboard listen on." },
  {
    name: "HOST",
    value: "127.0.0.1",
    about: "The address to listen on. 0.0.0.0 makes Lectern reachable from other machines.",
  },
  {
    name: "LECTERN_URL",
    value: "",
    about:
      "The public address, as readers and scripts reach it, e.g. https://docs.example.com. Without it: http://HOST:PORT.",
  },
  {
    name: "LECTERN_DATA",
    value: "./data",
    about: "The data folder: the embedded database and everything that is not in an outside store.",
  },
  {
    name: "DATABASE_URL",
    value: "",
    about:
      "A PostgreSQL address, e.g. postgres://user:password@host:5432/lectern. Without it: SQLite in the data folder.",
    secret: true,
  },
  {
    name: "SITE_HOST",
    value: "localhost",
    about: "Under which sites are published: a project with the domain identifier acme stands at acme.SITE_HOST.",
  },
  {
    name: "LECTERN_CONTENT_SIGNAL",
    value: "ai-train=yes, search=yes, ai-input=yes",
    about:
      "What robots.txt of every site allows crawlers to do with what they read, as contentsignals.org defines it, or none. A site shows a change after its next update.",
  },
  {
    name: "LECTERN_ARTIFACTS",
    value: "",
    about:
      "Where published sites are kept: s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com, or nothing for a folder in the data folder.",
  },
  { name: "AWS_ACCESS_KEY_ID", value: "", about: "For LECTERN_ARTIFACTS on S3.", secret: true },
  { name: "AWS_SECRET_ACCESS_KEY", value: "", about: "For LECTERN_ARTIFACTS on S3.", secret: true },
  {
    name: "LECTERN_SECRET_KEYS",
    value: "",
    about:
      "What stored tokens are encrypted with, separated by commas: the first encrypts, all of them decrypt. Without it a key is made in the data folder.",
    secret: true,
  },
  {
    name: "LECTERN_ALLOWED_HOSTS",
    value: "",
    about:
      "Hosts, addresses or CIDR ranges inside your own network that repositories may be fetched from, separated by commas. The public internet needs no entry.",
  },
  {
    name: "LECTERN_DATABASE_CONNECTIONS",
    value: "10",
    about: "At most this many connections to PostgreSQL per process.",
  },
  {
    name: "LECTERN_TRUSTED_PROXIES",
    value: "",
    about:
      "Addresses or CIDR ranges of the proxies in front of Lectern, separated by commas. Only they may say who the client is.",
  },
  {
    name: "LECTERN_CODE_HOSTS",
    value: "",
    about:
      "What hosts of repositories speak, where their name does not tell: git.example.com=gitlab, ghe.example.com=github, code.example.com=gitea (Forgejo too). Without it such a host is asked.",
  },
  {
    name: "LECTERN_GITHUB_APP_ID",
    value: "",
    about:
      "The ID of a GitHub App that opens pull requests for projects that have no token of their own. It needs to write contents, pull requests, issues and commit statuses.",
  },
  {
    name: "LECTERN_GITHUB_APP_KEY",
    value: "",
    about: "The private key of the GitHub App, in PEM; \\n may stand for its line breaks.",
    secret: true,
  },
  { name: "LECTERN_LOG_LEVEL", value: "info", about: "How much to log: fatal, error, warn, info, debug or trace." },
  {
    name: "LECTERN_WORKER_CONCURRENCY",
    value: "2",
    about: "How many jobs one worker process runs at a time; as many agent jobs run beside them.",
  },
  {
    name: "LECTERN_LEASE_SECONDS",
    value: "30",
    about:
      "How long after the last sign of life of a worker another one takes over its jobs. Shorter ends an interrupted update sooner, and costs more writes to the database.",
  },
  {
    name: "LECTERN_SHUTDOWN_SECONDS",
    value: "20",
    about:
      "How long running streams and jobs may go on after a stop was asked for; then they are ended and given back.",
  },
  {
    name: "LECTERN_MODEL",
    value: "",
    about:
      "The language model of the assistant and the agent, as provider/model (openai, anthropic, google, mistral, groq, openrouter, ollama), or any name together with LECTERN_MODEL_URL. Without one, answers are taken from the pages and jobs are done by rule.",
  },
  { name: "LECTERN_MODEL_URL", value: "", about: "The address of any server that speaks the protocol of OpenAI." },
  { name: "LECTERN_MODEL_KEY", value: "", about: "The key of the language model.", secret: true },
  {
    name: "LECTERN_MODEL_TOKENS_PER_DAY",
    value: "2000000",
    about:
      "How many tokens the assistant may use in a day for one project; one address may use a twentieth of it and one conversation a fortieth. Past that, answers are taken from the pages.",
  },
  {
    name: "LECTERN_AGENT_TOKENS_PER_DAY",
    value: "5000000",
    about:
      "How many tokens the agent jobs of one project may use in a day; one prompt may use a tenth of it. Past that, jobs that need the model fail.",
  },
  {
    name: "LECTERN_EMBEDDINGS",
    value: "",
    about:
      "A model that makes vectors of texts, as provider/model like LECTERN_MODEL, or any name together with LECTERN_EMBEDDINGS_URL. With it the assistant also finds pages by their meaning. The text of the pages and the questions are sent to it.",
  },
  {
    name: "LECTERN_EMBEDDINGS_URL",
    value: "",
    about: "The address of any server with an embeddings endpoint like OpenAI's, such as http://127.0.0.1:11434/v1.",
  },
  { name: "LECTERN_EMBEDDINGS_KEY", value: "", about: "The key of that server.", secret: true },
  {
    name: "LECTERN_THREAD_DAYS",
    value: "90",
    about: "After how many days without use a conversation with the assistant is deleted.",
  },
  {
    name: "LECTERN_INSIGHT_DAYS",
    value: "400",
    about: "For how many days the figures of a site are kept: searches, clicked results and ratings of pages.",
  },
  {
    name: "LECTERN_AUDIT_DAYS",
    value: "400",
    about: "For how many days the audit log is kept: who did what, when and from where.",
  },
  {
    name: "LECTERN_OIDC_ISSUER",
    value: "",
    about:
      "The OpenID Connect provider that people can sign in to the dashboard with, as its issuer, e.g. https://id.example.com/realms/acme. It must allow LECTERN_URL/dashboard/auth/oauth2/callback/oidc as a redirect.",
  },
  { name: "LECTERN_OIDC_CLIENT_ID", value: "", about: "The client ID that the provider has given to Lectern." },
  {
    name: "LECTERN_OIDC_CLIENT_SECRET",
    value: "",
    about: "The client secret that the provider has given to Lectern.",
    secret: true,
  },
  {
    name: "LECTERN_OIDC_NAME",
    value: "Single sign-on",
    about: "What the button of the provider says on the page to sign in.",
  },
  {
    name: "LECTERN_API_KEY",
    value: "",
    about:
      "An admin key for the command line: with it, update and job commands call LECTERN_URL over HTTP; without it they use the database of this machine.",
    secret: true,
  },
] as const satisfies readonly Setting[];

export interface Setting {
  name: string;
  /** The default, as it would stand in the environment. */
  value: string;
  about: string;
  secret?: true;
}

export type SettingName = (typeof settings)[number]["name"];
export type Environment = Readonly<Record<string, string | undefined>>;

const codeHostKinds = ["github", "gitlab", "gitea"] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

export interface Config {
  port: number;
  host: string;
  /** Without a slash at the end. */
  url: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  databaseConnectionsMax: number;
  trustedProxies: string[];
  /** Under which sites stand, in lower case and without a dot at either end. */
  siteHost: string;
  /** Empty for no line in robots.txt. */
  contentSignal: string;
  artifacts: { address: string; accessKeyId: string; secretAccessKey: string };
  /** The newest first; empty for the key of the data folder. */
  secretKeys: string[];
  allowedHosts: string[];
  /** Host → what it speaks. */
  codeHosts: Record<string, (typeof codeHostKinds)[number]>;
  githubApp: { id: string; privateKey: string } | undefined;
  logLevel: (typeof logLevels)[number];
  workerConcurrency: number;
  leaseSeconds: number;
  shutdownSeconds: number;
  /** Of the language model. Empty when there is none. */
  model: { name: string; url: string; key: string | undefined; tokensPerDay: number; agentTokensPerDay: number };
  /** Of the model that makes vectors. Empty when there is none. */
  embeddings: { name: string; url: string; key: string | undefined };
  threadDays: number;
  insightDays: number;
  auditDays: number;
  apiKey: string | undefined;
  oidc: OidcSettings | undefined;
}

/** Of the OpenID Connect provider that people can sign in with. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

export function readConfig(environment: Environment = process.env): Config {
  const read = (name: SettingName) => settingValue(environment, name);
  const host = read("HOST");
  const port = wholeNumber("PORT", read("PORT"), 0, 65_535);
  return {
    port,
    host,
    url: publicUrl(read("LECTERN_URL"), host, port),
    dataFolder: resolve(read("LECTERN_DATA")),
    databaseUrl: read("DATABASE_URL") || undefined,
    databaseConnectionsMax: wholeNumber("LECTERN_DATABASE_CONNECTIONS", read("LECTERN_DATABASE_CONNECTIONS"), 2, 500),
    trustedProxies: addresses("LECTERN_TRUSTED_PROXIES", read("LECTERN_TRUSTED_PROXIES")),
    siteHost: hostName("SITE_HOST", read("SITE_HOST")),
    contentSignal: contentSignal(read("LECTERN_CONTENT_SIGNAL")),
    artifacts: {
      address: read("LECTERN_ARTIFACTS"),
      accessKeyId: read("AWS_ACCESS_KEY_ID"),
      secretAccessKey: read("AWS_SECRET_ACCESS_KEY"),
    },
    secretKeys: list(read("LECTERN_SECRET_KEYS")),
    allowedHosts: list(read("LECTERN_ALLOWED_HOSTS")),
    codeHosts: codeHosts(read("LECTERN_CODE_HOSTS")),
    githubApp: githubApp(read("LECTERN_GITHUB_APP_ID"), read("LECTERN_GITHUB_APP_KEY")),
    logLevel: oneOf("LECTERN_LOG_LEVEL", read("LECTERN_LOG_LEVEL"), logLevels),
    workerConcurrency: wholeNumber("LECTERN_WORKER_CONCURRENCY", read("LECTERN_WORKER_CONCURRENCY"), 1, 64),
    leaseSeconds: wholeNumber("LECTERN_LEASE_SECONDS", read("LECTERN_LEASE_SECONDS"), 1, 3_600),
    shutdownSeconds: wholeNumber("LECTERN_SHUTDOWN_SECONDS", read("LECTERN_SHUTDOWN_SECONDS"), 0, 600),
    model: {
      name: read("LECTERN_MODEL"),
      url: read("LECTERN_MODEL_URL"),
      key: read("LECTERN_MODEL_KEY") || undefined,
      tokensPerDay: wholeNumber("LECTERN_MODEL_TOKENS_PER_DAY", read("LECTERN_MODEL_TOKENS_PER_DAY"), 0, 2_000_000_000),
      agentTokensPerDay: wholeNumber(
        "LECTERN_AGENT_TOKENS_PER_DAY",
        read("LECTERN_AGENT_TOKENS_PER_DAY"),
        0,
        2_000_000_000,
      ),
    },
    embeddings: {
      name: read("LECTERN_EMBEDDINGS"),
      url: read("LECTERN_EMBEDDINGS_URL"),
      key: read("LECTERN_EMBEDDINGS_KEY") || undefined,
    },
    threadDays: wholeNumber("LECTERN_THREAD_DAYS", read("LECTERN_THREAD_DAYS"), 1, 36_500),
    insightDays: wholeNumber("LECTERN_INSIGHT_DAYS", read("LECTERN_INSIGHT_DAYS"), 1, 36_500),
    auditDays: wholeNumber("LECTERN_AUDIT_DAYS", read("LECTERN_AUDIT_DAYS"), 1, 36_500),
    apiKey: read("LECTERN_API_KEY") || undefined,
    oidc: oidcSettings(read),
  };
}

/** What a setting is now. An empty variable counts as none, as in most .env files. */
export function settingValue(environment: Environment, name: SettingName): string {
  const setting = settings.find((candidate) => candidate.name === name);
  return environment[name]?.trim() || (setting?.value ?? "");
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
  return url.href.replace(/\/+$/, "");
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
    throw invalid("LECTERN_OIDC_ISSUER", "needs LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_CLIENT_SECRET beside it");
  }
  return { issuer, clientId, clientSecret, name: read("LECTERN_OIDC_NAME") };
}

function wholeNumber(name: SettingName, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw invalid(name, `must be a whole number from ${min} to ${max}`);
  }
  return number;
}

function oneOf<const Values extends readonly string[]>(
  name: SettingName,
  value: string,
  values: Values,
): Values[number] {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) {
    throw invalid(name, `must be one of ${values.join(", ")}`);
  }
  return found;
}

function list(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
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
    throw invalid(name, `must list addresses or CIDR ranges, and "${wrong}" is neither`);
  }
  return items;
}

function codeHosts(value: string): Config["codeHosts"] {
  return Object.fromEntries(
    list(value).map((item) => {
      const [host = "", kind = ""] = item
        .toLowerCase()
        .split("=")
        .map((part) => part.trim());
      if (host === "") {
        throw invalid("LECTERN_CODE_HOSTS", "must list hosts as in git.example.com=gitlab");
      }
      return [host, oneOf("LECTERN_CODE_HOSTS", kind, codeHostKinds)];
    }),
  );
}

function githubApp(id: string, key: string): Config["githubApp"] {
  if (id === "" && key === "") {
    return undefined;
  }
  if (!/^\w{1,100}$/.test(id) || !key.includes("PRIVATE KEY")) {
    throw invalid(
      "LECTERN_GITHUB_APP_ID",
      "must be the ID of an app, and LECTERN_GITHUB_APP_KEY its private key in PEM",
    );
  }
  return { id, privateKey: key.replaceAll("\\n", "\n") };
}

function invalid(name: SettingName, problem: string): AppError {
  return new AppError("bad_request", `The setting ${name} ${problem}.`);
}
