/** Every setting. This table also generates `.env.example`, the reference page and `lectern doctor --config`. */
export const settings = [
  { name: "PORT", value: "3000", about: "The port of the API, the dashboard and all sites." },
  {
    name: "HOST",
    value: "127.0.0.1",
    about: "The address to listen on. 0.0.0.0 makes Lectern reachable from other machines.",
  },
  {
    name: "LECTERN_URL",
    value: "",
    about:
      "The public address of the API and the dashboard, such as https://lectern.example.com. Without it: http://HOST:PORT.",
  },
  {
    name: "LECTERN_DATA",
    value: "./data",
    about: "The data folder: the SQLite database, repositories, published sites and caches.",
  },
  {
    name: "DATABASE_URL",
    value: "",
    about:
      "A PostgreSQL address, such as postgres://user:password@host:5432/lectern. Without it: SQLite in the data folder.",
    secret: true,
  },
  {
    name: "SITE_HOST",
    value: "localhost",
    about: "The host that sites are below: the site of the project acme is at acme.SITE_HOST.",
  },
  {
    name: "LECTERN_CONTENT_SIGNAL",
    value: "ai-train=yes, search=yes, ai-input=yes",
    about:
      "What crawlers may do with the pages, as a content signal in robots.txt (see contentsignals.org), or none. A change shows after the next update of a site.",
  },
  {
    name: "LECTERN_AUTHOR_CODE",
    value: "on",
    about:
      "Whether scripts, interactive components and integrations of projects run in visitors' browsers: on, or off for all projects. An admin can turn them off for a single project. Off counts from the restart, also for published sites; on counts from the next update of a site.",
  },
  {
    name: "LECTERN_ARTIFACTS",
    value: "",
    about:
      "An S3-compatible store for published sites: s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com. Without it: a folder in the data folder.",
  },
  { name: "AWS_ACCESS_KEY_ID", value: "", about: "For LECTERN_ARTIFACTS on S3.", secret: true },
  { name: "AWS_SECRET_ACCESS_KEY", value: "", about: "For LECTERN_ARTIFACTS on S3.", secret: true },
  {
    name: "LECTERN_MOVE_DATABASE_URL",
    value: "",
    about: "Only for lectern move: the PostgreSQL address to copy the database to.",
    secret: true,
  },
  {
    name: "LECTERN_MOVE_ARTIFACTS",
    value: "",
    about: "Only for lectern move: the S3-compatible store to copy sites and repositories to, as in LECTERN_ARTIFACTS.",
  },
  {
    name: "LECTERN_SECRET_KEYS",
    value: "",
    about:
      "Keys that encrypt stored tokens, separated by commas: the first one encrypts, all of them decrypt. Without it: a key that is made in the data folder.",
    secret: true,
  },
  {
    name: "LECTERN_ALLOWED_HOSTS",
    value: "",
    about:
      "Hosts, addresses or CIDR ranges in your own network that repositories may be fetched from, separated by commas. Public hosts need no entry.",
  },
  {
    name: "LECTERN_DATABASE_CONNECTIONS",
    value: "10",
    about: "The maximum number of connections to PostgreSQL, for each process.",
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
      "The kind of git hosts that cannot be recognized: git.example.com=gitlab, ghe.example.com=github, code.example.com=gitea (also for Forgejo). Without it, a host is asked.",
  },
  {
    name: "LECTERN_GITHUB_APP_ID",
    value: "",
    about:
      "The ID of a GitHub App that reads repositories and opens pull requests for projects without a token. It needs write access to contents, pull requests, issues and commit statuses.",
  },
  {
    name: "LECTERN_GITHUB_APP_KEY",
    value: "",
    about: "The private key of the GitHub App, in PEM. Line breaks can be written as \\n.",
    secret: true,
  },
  {
    name: "LECTERN_GITHUB_APP_CLIENT_ID",
    value: "",
    about:
      "The client ID of the GitHub App. With the client secret, admins connect installations of the app to their organization in the dashboard.",
  },
  {
    name: "LECTERN_GITHUB_APP_CLIENT_SECRET",
    value: "",
    about: "A client secret of the GitHub App.",
    secret: true,
  },
  { name: "LECTERN_LOG_LEVEL", value: "info", about: "How much to log: fatal, error, warn, info, debug or trace." },
  {
    name: "LECTERN_WORKER_CONCURRENCY",
    value: "2",
    about: "How many jobs, such as updates, one worker runs at the same time. It also runs as many agent jobs.",
  },
  {
    name: "LECTERN_LEASE_SECONDS",
    value: "30",
    about:
      "A worker that has not reported for this many seconds loses its jobs to another one. A shorter time means more writes to the database.",
  },
  {
    name: "LECTERN_SHUTDOWN_SECONDS",
    value: "20",
    about:
      "How long running streams and jobs may continue after a stop signal. Then streams end, and jobs go back to the queue.",
  },
  {
    name: "LECTERN_GRACE_SECONDS",
    value: "5",
    about:
      "How long the server keeps answering after a stop signal while /readyz already says 503, so that a load balancer can take it out first. 0 in a terminal.",
  },
  {
    name: "LECTERN_WORKER_PORT",
    value: "",
    about:
      "A port on which each worker answers /healthz, /readyz and /metrics, on the address in HOST. Without it: none.",
  },
  {
    name: "LECTERN_DISK_MEGABYTES_MIN",
    value: "100",
    about: "With less free space than this on the disk of the data folder, /readyz and the doctor report a full disk.",
  },
  {
    name: "LECTERN_STREAMS",
    value: "1000",
    about: "How many streams, such as answers and live events, one server process has open at the same time.",
  },
  {
    name: "LECTERN_STREAMS_PER_ADDRESS",
    value: "20",
    about: "How many streams one address may have open at the same time, on all servers together.",
  },
  {
    name: "LECTERN_STREAMS_PER_SESSION",
    value: "10",
    about: "How many streams one signed-in browser may have open at the same time, on all servers together.",
  },
  {
    name: "LECTERN_MODEL",
    value: "",
    about:
      "The language model of the assistant and the agent, as provider/model (openai, anthropic, google, mistral, groq, openrouter, ollama), or any name together with LECTERN_MODEL_URL. Without it, answers are taken from the pages and agent jobs work by built-in rules.",
  },
  { name: "LECTERN_MODEL_URL", value: "", about: "The address of any server that speaks the OpenAI protocol." },
  {
    name: "LECTERN_MODEL_ANSWERS",
    value: "1000",
    about:
      "How many answers may come from the language model at the same time, on all servers together. Other questions get a 503.",
  },
  { name: "LECTERN_MODEL_KEY", value: "", about: "The key of the language model.", secret: true },
  {
    name: "LECTERN_MODEL_TOKENS_PER_DAY",
    value: "2000000",
    about:
      "How many tokens the assistant may use per day for one project. One address may use a twentieth of it, and one conversation a fortieth. After that, answers are taken from the pages.",
  },
  {
    name: "LECTERN_AGENT_TOKENS_PER_DAY",
    value: "5000000",
    about:
      "How many tokens the agent jobs of one project may use per day. One prompt may use a tenth of it. After that, jobs that need the model fail.",
  },
  {
    name: "LECTERN_MODEL_PRICES",
    value: "",
    about:
      "What a million tokens cost, in the currency of your bill, as model=input/output, separated by commas: openai/gpt-5=1.25/10, openai/gpt-5-mini=0.25/2. A model that is not listed counts as the most expensive one.",
  },
  {
    name: "LECTERN_MODEL_SPEND_PER_DAY",
    value: "",
    about:
      "How much money the assistant may spend per day for one project, by LECTERN_MODEL_PRICES, with the same shares as for tokens. Without it, only tokens are limited.",
  },
  {
    name: "LECTERN_AGENT_SPEND_PER_DAY",
    value: "",
    about:
      "How much money the agent jobs of one project may spend per day, by LECTERN_MODEL_PRICES. One prompt may spend a tenth of it. Without it, only tokens are limited.",
  },
  {
    name: "LECTERN_EMBEDDINGS",
    value: "",
    about:
      "An embedding model, as provider/model like LECTERN_MODEL, or any name together with LECTERN_EMBEDDINGS_URL. With it, the assistant also finds pages by meaning. The text of the pages and the questions are sent to it.",
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
    about: "For how many days the numbers of a site are kept: searches, clicked results and ratings of pages.",
  },
  {
    name: "LECTERN_AUDIT_DAYS",
    value: "400",
    about: "For how many days the audit log is kept: who did what, when and from where.",
  },
  {
    name: "LECTERN_UPDATE_DAYS",
    value: "180",
    about:
      "For how many days updates and their logs are kept. The newest 100 of a project and those that a site shows stay longer.",
  },
  {
    name: "LECTERN_JOB_DAYS",
    value: "180",
    about:
      "For how many days agent jobs, their events and their journals are kept after the last message. The newest 100 of a project and those with an open pull request on this server stay longer.",
  },
  {
    name: "LECTERN_ORGANIZATION_BYTES_MAX",
    value: "20000000000",
    about:
      "How many bytes an organization may store: published sites and previews, the sites kept for rolling back, and screenshots. 0 means no limit.",
  },
  {
    name: "LECTERN_OIDC_ISSUER",
    value: "",
    about:
      "The issuer of the OpenID Connect provider for the dashboard, such as https://id.example.com/realms/acme. The provider must allow LECTERN_URL/dashboard/auth/oauth2/callback/oidc as a redirect.",
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
    about: "The text of the provider's button on the sign-in page.",
  },
  {
    name: "LECTERN_API_KEY",
    value: "",
    about:
      "An admin key for the command line. With it, the update and job commands call LECTERN_URL; without it, they use the database of this machine.",
    secret: true,
  },
] as const satisfies readonly Setting[];

export interface Setting {
  name: string;
  /** The default, as it would be written in the environment. */
  value: string;
  about: string;
  secret?: true;
}

export type SettingName = (typeof settings)[number]["name"];
