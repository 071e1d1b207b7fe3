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
      "The ID of a GitHub App that reads repositories and opens pull requests for projects that have no token of their own. It needs to write contents, pull requests, issues and commit statuses.",
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
    name: "LECTERN_MODEL_PRICES",
    value: "",
    about:
      "What a million tokens cost, as model=input/output and separated by commas, in the money of your bill: openai/gpt-5=1.25/10, openai/gpt-5-mini=0.25/2. A model that is not listed counts as the dearest of them.",
  },
  {
    name: "LECTERN_MODEL_SPEND_PER_DAY",
    value: "",
    about:
      "How much money the assistant may spend in a day for one project, by LECTERN_MODEL_PRICES, with the same shares as tokens have. Without it tokens alone are bounded.",
  },
  {
    name: "LECTERN_AGENT_SPEND_PER_DAY",
    value: "",
    about:
      "How much money the agent jobs of one project may spend in a day, by LECTERN_MODEL_PRICES; one prompt may spend a tenth of it. Without it tokens alone are bounded.",
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
