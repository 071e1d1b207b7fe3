/** Every setting. This table also generates `.env.example`, the reference page and `lectern doctor --config`. */
const table = {
  PORT: { value: "3000", about: "The port of the API, the dashboard and all sites." },
  HOST: { value: "127.0.0.1", about: "The address to listen on. 0.0.0.0 makes Lectern reachable from other machines." },
  LECTERN_URL: {
    about:
      "The public address of the API and the dashboard, such as https://lectern.example.com. Defaults to http://HOST:PORT.",
  },
  LECTERN_DATA: {
    value: "./data",
    about: "The data folder: the SQLite database, repositories, published sites and caches.",
  },
  DATABASE_URL: {
    about:
      "A PostgreSQL URL, such as postgres://user:password@host:5432/lectern. Defaults to SQLite in the data folder.",
    secret: true,
  },
  SITE_HOST: {
    value: "localhost",
    about: "The parent domain of all sites: the site of the project acme is at acme.SITE_HOST.",
  },
  LECTERN_CONTENT_SIGNAL: {
    value: "ai-train=yes, search=yes, ai-input=yes",
    about:
      "What crawlers may do with the pages, as a content signal in robots.txt (see contentsignals.org), or none. Takes effect with the next update of a site.",
  },
  LECTERN_AUTHOR_CODE: {
    value: "on",
    about:
      "Whether scripts, interactive components and integrations of projects run in visitors' browsers: on, or off for all projects. An admin can also turn them off for a single project. Turning it off takes effect with the restart, even for published sites; turning it on takes effect with the next update of a site.",
  },
  LECTERN_ARTIFACTS: {
    about:
      "An S3-compatible store for published sites: s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com. Defaults to a folder in the data folder.",
  },
  AWS_ACCESS_KEY_ID: { about: "The access key for LECTERN_ARTIFACTS.", secret: true },
  AWS_SECRET_ACCESS_KEY: { about: "The secret key for LECTERN_ARTIFACTS.", secret: true },
  LECTERN_MOVE_DATABASE_URL: {
    about: "Only for lectern move: the PostgreSQL URL to copy the database to.",
    secret: true,
  },
  LECTERN_MOVE_ARTIFACTS: {
    about:
      "Only for lectern move: the S3-compatible store to copy sites and repositories to, in the format of LECTERN_ARTIFACTS.",
  },
  LECTERN_SECRET_KEYS: {
    about:
      "Keys that encrypt stored tokens, separated by commas: the first one encrypts, and all of them decrypt. Defaults to a key that is generated in the data folder.",
    secret: true,
  },
  LECTERN_ALLOWED_HOSTS: {
    about:
      "Hosts, addresses or CIDR ranges in your own network that repositories may be fetched from, separated by commas. Public hosts don't need to be listed.",
  },
  LECTERN_DATABASE_CONNECTIONS: { value: "10", about: "The maximum number of PostgreSQL connections per process." },
  LECTERN_TRUSTED_PROXIES: {
    about:
      "Addresses or CIDR ranges of the proxies in front of Lectern, separated by commas. Only their headers are trusted to identify the client.",
  },
  LECTERN_CODE_HOSTS: {
    about:
      "The type of git hosts that can't be detected: git.example.com=gitlab, ghe.example.com=github, code.example.com=gitea (also for Forgejo). By default, the host is asked.",
  },
  LECTERN_SLACK_API: {
    value: "https://slack.com/api",
    about: "The address of Slack's API, such as https://slack-gov.com/api for GovSlack.",
  },
  LECTERN_GITHUB_APP_ID: {
    about:
      "The ID of a GitHub App that reads repositories and opens pull requests for projects without a token. It needs write access to contents, pull requests, issues and commit statuses.",
  },
  LECTERN_GITHUB_APP_KEY: {
    about: "The private key of the GitHub App, in PEM. Line breaks can be written as \\n.",
    secret: true,
  },
  LECTERN_GITHUB_APP_CLIENT_ID: {
    about:
      "The client ID of the GitHub App. With the client secret, admins connect installations of the app to their organization in the dashboard.",
  },
  LECTERN_GITHUB_APP_CLIENT_SECRET: { about: "A client secret of the GitHub App.", secret: true },
  LECTERN_LOG_LEVEL: {
    value: "info",
    about: "The log level: fatal, error, warn, info, debug or trace. In a terminal, the default is warn.",
  },
  LECTERN_LOG_FORMAT: {
    about: "The format of the log: json or pretty. By default, it is pretty in a terminal and json everywhere else.",
  },
  LECTERN_WORKER_CONCURRENCY: {
    value: "2",
    about:
      "The number of jobs, such as updates, a worker runs at the same time. In addition, it can run the same number of agent jobs, one screenshot or PDF, and one evaluation.",
  },
  LECTERN_LEASE_SECONDS: {
    value: "30",
    about:
      "A worker that hasn't reported for this many seconds loses its jobs to another worker. Shorter times mean more writes to the database.",
  },
  LECTERN_SHUTDOWN_SECONDS: {
    value: "20",
    about:
      "How long open streams and running jobs can continue after a stop signal. After that, streams are closed and jobs return to the queue.",
  },
  LECTERN_GRACE_SECONDS: {
    value: "5",
    about:
      "How long the server keeps answering after a stop signal while /readyz already returns 503, so that a load balancer can take it out first. Always 0 in a terminal.",
  },
  LECTERN_WORKER_PORT: {
    about:
      "The port on which each worker serves /healthz, /readyz and /metrics, on the address in HOST. Off by default.",
  },
  LECTERN_DISK_MEGABYTES_MIN: {
    value: "100",
    about:
      "If the disk of the data folder has less free space than this, /readyz and lectern doctor report a full disk.",
  },
  LECTERN_CONNECTIONS_PER_ADDRESS: {
    value: "1000",
    about:
      "The maximum number of open connections per client address and server process. Doesn't apply to the proxies in LECTERN_TRUSTED_PROXIES.",
  },
  LECTERN_STREAMS: {
    value: "1000",
    about: "The maximum number of open streams, such as answers and live events, per server process.",
  },
  LECTERN_STREAMS_PER_ADDRESS: {
    value: "20",
    about: "The maximum number of open streams per client address, across all servers.",
  },
  LECTERN_STREAMS_PER_SESSION: {
    value: "10",
    about: "The maximum number of open streams per signed-in browser, across all servers.",
  },
  LECTERN_EDITORS: {
    value: "2000",
    about:
      "The maximum number of drafts that browsers have open in the editor, and of different pages in them, per server process.",
  },
  LECTERN_EDITORS_PER_ORGANIZATION: {
    value: "300",
    about: "The part of LECTERN_EDITORS that one organization can use.",
  },
  LECTERN_EDITORS_PER_DRAFT: {
    value: "50",
    about: "The maximum number of browser tabs that have the same draft open, per server process.",
  },
  LECTERN_MODEL: {
    about:
      "The language model for the assistant and the agent, as provider/model (openai, anthropic, google, bedrock, azure, mistral, groq, openrouter, ollama), or any name in combination with LECTERN_MODEL_URL. Without a model, answers quote the pages and agent jobs follow built-in rules.",
  },
  LECTERN_MODEL_URL: {
    about:
      "The URL of any server with an OpenAI-compatible API, or of a gateway for a provider. For azure, the URL of the resource. For bedrock, the URL of the region, such as https://bedrock-runtime.eu-central-1.amazonaws.com.",
  },
  LECTERN_MODEL_ANSWERS: {
    value: "1000",
    about:
      "The maximum number of answers the language model generates at the same time, across all servers. Further questions get a 503 response.",
  },
  LECTERN_MODEL_KEY: {
    about: "The API key for the language model. For bedrock, a Bedrock API key or ACCESS_KEY_ID:SECRET_ACCESS_KEY.",
    secret: true,
  },
  LECTERN_MODEL_REASONING: {
    value: "default",
    about:
      "How much the language model thinks before it answers: none, minimal, low, medium or high. By default, the provider decides.",
  },
  LECTERN_MODEL_TOKENS_PER_DAY: {
    value: "2000000",
    about:
      "The number of tokens the assistant can use per project and day. One client address can use a quarter of it, and one conversation a twentieth. After that, built-in answers quote the pages.",
  },
  LECTERN_AGENT_TOKENS_PER_DAY: {
    value: "5000000",
    about:
      "The number of tokens agent jobs can use per project and day. One prompt can use a tenth of it. After that, jobs that need the model fail.",
  },
  LECTERN_MODEL_PRICES: {
    about:
      "The price of a million tokens in your currency, as model=input/output, separated by commas: openai/gpt-5=1.25/10, openai/gpt-5-mini=0.25/2. Models that aren't listed count as the most expensive one.",
  },
  LECTERN_MODEL_SPEND_PER_DAY: {
    about:
      "The amount the assistant can spend per project and day, based on LECTERN_MODEL_PRICES, with the same shares as for tokens. By default, only tokens are limited.",
  },
  LECTERN_AGENT_SPEND_PER_DAY: {
    about:
      "The amount agent jobs can spend per project and day, based on LECTERN_MODEL_PRICES. One prompt can spend a tenth of it. By default, only tokens are limited.",
  },
  LECTERN_EMBEDDINGS: {
    about:
      "An embedding model, as provider/model like LECTERN_MODEL, or any name in combination with LECTERN_EMBEDDINGS_URL. With it, the assistant also finds pages by meaning. The text of pages and questions is sent to it.",
  },
  LECTERN_EMBEDDINGS_URL: {
    about: "The URL of any server with an OpenAI-compatible embeddings endpoint, such as http://127.0.0.1:11434/v1.",
  },
  LECTERN_EMBEDDINGS_KEY: { about: "The API key for the embedding model.", secret: true },
  LECTERN_THREAD_DAYS: {
    value: "90",
    about: "The number of days without activity after which a conversation with the assistant is deleted.",
  },
  LECTERN_INSIGHT_DAYS: {
    value: "400",
    about:
      "The number of days to keep a site's analytics: views, searches, clicked results, other actions and page feedback.",
  },
  LECTERN_ANALYTICS: {
    value: "on",
    about:
      "Whether views of pages and readers' actions are counted: on, or off for all projects. A project turns it off with integrations.telemetry in docs.json.",
  },
  LECTERN_ANALYTICS_EXPORT: {
    value: "off",
    about:
      "Whether each day's analytics are written to the artifact store: csv, or off. The files of a day are under analytics/, in a folder per project and day.",
  },
  LECTERN_COUNTRY_HEADER: {
    about:
      "The header in which a proxy in LECTERN_TRUSTED_PROXIES sends the reader's country, such as cf-ipcountry. Without it, countries aren't counted.",
  },
  LECTERN_AUDIT_DAYS: {
    value: "400",
    about: "The number of days to keep the audit log: who did what, when and from where.",
  },
  LECTERN_UPDATE_DAYS: {
    value: "180",
    about:
      "The number of days to keep updates and their logs. A project's latest 100 updates and those that are currently published are kept longer.",
  },
  LECTERN_JOB_DAYS: {
    value: "180",
    about:
      "The number of days to keep agent jobs and their events after the last message. A project's latest 100 jobs and those with an open pull request on this server are kept longer.",
  },
  LECTERN_ORGANIZATION_BYTES_MAX: {
    value: "20000000000",
    about:
      "The number of bytes an organization can store: published sites and branch previews, sites kept for rollbacks, and screenshots. 0 means no limit.",
  },
  LECTERN_OIDC_ISSUER: {
    about:
      "The issuer of the OpenID Connect provider for the dashboard, such as https://id.example.com/realms/acme. The provider must allow LECTERN_URL/dashboard/auth/oauth2/callback/oidc as a redirect.",
  },
  LECTERN_OIDC_CLIENT_ID: { about: "The client ID issued by the provider." },
  LECTERN_OIDC_CLIENT_SECRET: { about: "The client secret issued by the provider.", secret: true },
  LECTERN_OIDC_NAME: { value: "Single sign-on", about: "The label of the provider's button on the sign-in page." },
  LECTERN_OIDC_ROLES_CLAIM: {
    value: "groups",
    about: "The claim of the provider that organizations map to roles, such as groups or roles.",
  },
  LECTERN_READER_SIGN_IN: {
    value: "password,members,server,provider,jwt,mail",
    about:
      "How readers of private sites may sign in, separated by commas: password (one for the site), members (of the organization), server (the OpenID Connect provider of this server), provider (one of the project's own), jwt (a token that your product signs), mail (a link by mail). Sessions of a method that is removed end with the restart.",
  },
  LECTERN_READER_SESSION_HOURS: {
    value: "720",
    about:
      "The longest time after which a reader of a private site must sign in again. Projects can choose a shorter one.",
  },
  LECTERN_SMTP_URL: {
    about:
      "The mail server, such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start (port 465). With smtp://, STARTTLS is required unless the server is on this machine; ?tls=off turns it off. Without a mail server, links are shown to copy.",
    secret: true,
  },
  LECTERN_SMTP_PASSWORD: {
    about: "The password for the mail server, if it isn't part of LECTERN_SMTP_URL.",
    secret: true,
  },
  LECTERN_MAIL_FROM: { about: "The sender of all mails, such as Acme Docs <docs@example.com>." },
  LECTERN_API_KEY: {
    about:
      "An admin key for the command line. With it, the update and job commands call the API at LECTERN_URL; without it, they use this machine's database.",
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      "Where OpenTelemetry traces are sent: the address of a collector that speaks OTLP over HTTP, such as http://localhost:4318. Without it, nothing is traced.",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    about: "The complete address for traces, such as https://traces.example.com/v1/traces. It takes precedence.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: "Headers for the collector, such as its key: name=value, separated by commas.",
    secret: true,
  },
  OTEL_SERVICE_NAME: { about: "The name of the service in traces. Defaults to lectern." },
  OTEL_RESOURCE_ATTRIBUTES: { about: "Attributes of every trace, such as deployment.environment.name=production." },
  OTEL_TRACES_SAMPLER: {
    value: "parentbased_always_on",
    about:
      "Which traces are recorded: always_on, always_off or traceidratio, or one of these with the prefix parentbased_, to follow the caller's decision if there is one.",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    value: "1",
    about: "For traceidratio and parentbased_traceidratio: the share of traces that is recorded, from 0 to 1.",
  },
} as const satisfies Record<string, { value?: string; about: string; secret?: true }>;

export type SettingName = keyof typeof table;

export interface Setting {
  name: SettingName;
  /** The default, as it would be written in the environment. */
  value: string;
  about: string;
  secret?: true;
}

export const settings = Object.entries(table).map(([name, setting]) => ({ name, value: "", ...setting })) as Setting[];
