import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig, settingValue } from "./config.ts";
import { AppError } from "./errors.ts";
import { type SettingName, settings } from "./settings.ts";

test("the default configuration is valid and serves only this machine", () => {
  expect(readConfig({})).toMatchObject({
    port: 3_000,
    host: "127.0.0.1",
    url: "http://127.0.0.1:3000",
    dataFolder: resolve("./data"),
    databaseUrl: undefined,
    trustedProxies: [],
    logLevel: "info",
    apiKey: undefined,
  });
});

test("every setting has a unique name and a description", () => {
  const names = settings.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(settings.filter(({ about }) => !/^[A-Z].*\.$/s.test(about))).toEqual([]);
});

test("credentials are marked as secrets", () => {
  const secrets = settings.filter((setting) => "secret" in setting).map(({ name }) => name);
  expect(secrets).toEqual(expect.arrayContaining(["DATABASE_URL", "LECTERN_API_KEY"]));
});

test("an empty variable counts as unset, and surrounding spaces are trimmed", () => {
  expect(settingValue({ PORT: "" }, "PORT")).toBe("3000");
  expect(readConfig({ PORT: " 8080 ", HOST: " ", DATABASE_URL: "  " })).toMatchObject({
    port: 8_080,
    host: "127.0.0.1",
    databaseUrl: undefined,
  });
});

test.each([
  [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost:80"],
  [{ HOST: "::" }, "http://localhost:3000"],
  [{ HOST: "::1" }, "http://[::1]:3000"],
  [{ HOST: "docs.internal" }, "http://docs.internal:3000"],
  [{ LECTERN_URL: "https://docs.example.com/" }, "https://docs.example.com"],
  [{ LECTERN_URL: "https://example.com/docs//" }, "https://example.com/docs"],
])("with the settings %j the server's address is %s", (environment, url) => {
  expect(readConfig(environment).url).toBe(url);
});

test("crawlers get a content signal unless the operator disables it", () => {
  expect(readConfig({}).contentSignal).toBe("ai-train=yes, search=yes, ai-input=yes");
  expect(readConfig({ LECTERN_CONTENT_SIGNAL: "ai-train=no, search=yes" }).contentSignal).toBe(
    "ai-train=no, search=yes",
  );
  expect(readConfig({ LECTERN_CONTENT_SIGNAL: "none" }).contentSignal).toBe("");
});

test("proxies are a comma-separated list of addresses or ranges", () => {
  const { trustedProxies } = readConfig({ LECTERN_TRUSTED_PROXIES: " 10.0.0.0/8, ::1 ,, 192.0.2.1 " });
  expect(trustedProxies).toEqual(["10.0.0.0/8", "::1", "192.0.2.1"]);
});

test("daily spending is limited by cost once there are prices", () => {
  expect(readConfig({ LECTERN_MODEL_PRICES: "acme/large=1/2" }).model).toMatchObject({
    spend: undefined,
    agentSpend: undefined,
  });
  const priced = { LECTERN_MODEL_PRICES: "acme/large=1/2", LECTERN_MODEL_SPEND_PER_DAY: "2.5" };
  expect(readConfig(priced).model.spend).toEqual({ perDay: 25_000, prices: { "acme/large": { input: 1, output: 2 } } });
  expect(() => readConfig({ LECTERN_AGENT_SPEND_PER_DAY: "2" })).toThrow("also needs LECTERN_MODEL_PRICES");
});

describe("invalid settings", () => {
  const wrong: [SettingName, string][] = [
    ["PORT", "eighty"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "0x50"],
    ["LECTERN_URL", "docs.example.com"],
    ["LECTERN_URL", "ftp://docs.example.com"],
    ["LECTERN_URL", "https://docs.example.com/?a=b"],
    ["LECTERN_URL", "https://docs.example.com/#a"],
    ["LECTERN_DATABASE_CONNECTIONS", "1"],
    ["LECTERN_DATABASE_CONNECTIONS", "501"],
    ["LECTERN_TRUSTED_PROXIES", "10.0.0.0/8,proxy.internal"],
    ["LECTERN_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["LECTERN_LOG_LEVEL", "loud"],
    ["LECTERN_LOG_LEVEL", "INFO"],
    ["LECTERN_LOG_FORMAT", "xml"],
    ["LECTERN_WORKER_CONCURRENCY", "0"],
    ["LECTERN_WORKER_CONCURRENCY", "65"],
    ["LECTERN_AUTHOR_CODE", "true"],
    ["LECTERN_CONTENT_SIGNAL", "ai-train=maybe"],
    ["LECTERN_CONTENT_SIGNAL", "search=yes\nDisallow: /"],
    ["LECTERN_LEASE_SECONDS", "0"],
    ["LECTERN_SHUTDOWN_SECONDS", "601"],
    ["LECTERN_MODEL_PRICES", "openai/gpt-5"],
    ["LECTERN_MODEL_SPEND_PER_DAY", "two"],
    ["LECTERN_AGENT_SPEND_PER_DAY", "200001"],
  ];

  test.each(wrong)("%s=%s is rejected with the setting's name and its valid values", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(AppError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The setting ${name} must .*\\.$`));
  });

  test("the smallest and the largest value of a range are accepted", () => {
    const edges = { PORT: "65535", LECTERN_WORKER_CONCURRENCY: "64", LECTERN_SHUTDOWN_SECONDS: "0" };
    expect(readConfig(edges)).toMatchObject({ port: 65_535, workerConcurrency: 64, shutdownSeconds: 0 });
  });
});

test.each([
  ["LECTERN_WORKER_CONCURENCY", "did you mean LECTERN_WORKER_CONCURRENCY?"],
  ["LECTERN_PORT", "did you mean PORT?"],
  ["LECTERN_DATABASE_URL", "did you mean DATABASE_URL?"],
  ["LECTERN_SOMETHING_ELSE", "remove it"],
])("the unknown setting %s is refused, with the closest name if there is one", (name, hint) => {
  expect(() => readConfig({ [name]: "1" })).toThrow(`Unknown setting ${name}; ${hint}`);
  expect(() => readConfig({ [name]: "" })).not.toThrow();
});

describe("secret keys", () => {
  const oidc = { LECTERN_OIDC_ISSUER: "https://id.example.com", LECTERN_OIDC_CLIENT_ID: "lectern" };

  test.each(["abc", "aaaaaaaaaaaaaaaaaaaaaaaa", "abababababababababab", "fifteen letters"])(
    "a secret key like %s is refused because it is too easy to guess",
    (secret) => {
      expect(() => readConfig({ LECTERN_SECRET_KEYS: secret })).toThrow("LECTERN_SECRET_KEYS is too easy to guess");
      const settings = { ...oidc, LECTERN_OIDC_CLIENT_SECRET: secret };
      expect(() => readConfig(settings)).toThrow("LECTERN_OIDC_CLIENT_SECRET is too easy to guess");
    },
  );

  test("a refused secret key is not part of the error message", () => {
    expect(() => readConfig({ LECTERN_SECRET_KEYS: "hush" })).toThrow(/^(?!.*hush)/);
  });

  test("a weak secret key can still decrypt as an older key, so that it can be replaced", () => {
    const keys = ["b3f0c1d2e4a59687", "abc"];
    expect(readConfig({ LECTERN_SECRET_KEYS: keys.join() }).secretKeys).toEqual(keys);
  });

  test("a secret key is required with PostgreSQL and S3, because the data folder isn't kept then", () => {
    const cluster = {
      DATABASE_URL: "postgres://db.internal/lectern",
      LECTERN_ARTIFACTS: "s3://sites",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
    };
    expect(() => readConfig(cluster)).toThrow("LECTERN_SECRET_KEYS is required with PostgreSQL and S3");
    expect(() => readConfig({ ...cluster, LECTERN_SECRET_KEYS: "b3f0c1d2e4a59687" })).not.toThrow();
    expect(() => readConfig({ ...cluster, LECTERN_ARTIFACTS: "" })).not.toThrow();
  });
});

describe("mail settings", () => {
  const from = "Acme Docs <docs@acme.test>";
  const mailOf = (url: string, more: Record<string, string> = {}) =>
    readConfig({ LECTERN_SMTP_URL: url, LECTERN_MAIL_FROM: from, ...more }).mail;

  test("mail is off without a mail server", () => {
    expect(readConfig({}).mail).toBeUndefined();
  });

  test.each([
    ["smtp://mail.acme.test", { host: "mail.acme.test", port: 587, tls: "required", login: undefined }],
    ["smtps://mail.acme.test", { port: 465, tls: "implicit" }],
    ["smtp://mail.acme.test:25?tls=off", { port: 25, tls: "off" }],
    ["smtp://localhost:25", { host: "localhost", tls: "off" }],
    ["smtp://[::1]:25", { host: "::1", tls: "off" }],
    ["smtp://127.0.0.1:25?tls=required", { tls: "required" }],
    ["smtp://docs%40acme.test:a%2Fb@mail.acme.test", { login: { user: "docs@acme.test", password: "a/b" } }],
  ])("the mail server address %s is accepted", (url, settings) => {
    expect(mailOf(url)).toMatchObject({ ...settings, from: { name: "Acme Docs", address: "docs@acme.test" } });
  });

  test("the mail password can have a setting of its own, and the sender needs no name", () => {
    const more = { LECTERN_SMTP_PASSWORD: "p w", LECTERN_MAIL_FROM: "docs@acme.test" };
    expect(mailOf("smtp://docs@mail.acme.test", more)).toMatchObject({
      login: { user: "docs", password: "p w" },
      from: { name: "Lectern", address: "docs@acme.test" },
    });
  });

  test.each([
    [{ LECTERN_SMTP_URL: "mail.acme.test", LECTERN_MAIL_FROM: from }, "LECTERN_SMTP_URL"],
    [{ LECTERN_SMTP_URL: "https://mail.acme.test", LECTERN_MAIL_FROM: from }, "LECTERN_SMTP_URL"],
    [{ LECTERN_SMTP_URL: "smtp://user:secret@mail.acme.test/x", LECTERN_MAIL_FROM: from }, "LECTERN_SMTP_URL"],
    [{ LECTERN_SMTP_URL: "smtp://mail.acme.test?tls=maybe", LECTERN_MAIL_FROM: from }, "tls=required"],
    [{ LECTERN_SMTP_URL: "smtps://mail.acme.test?tls=off", LECTERN_MAIL_FROM: from }, "smtps://"],
    [{ LECTERN_SMTP_URL: "smtp://user@mail.acme.test", LECTERN_MAIL_FROM: from }, "a user and a password"],
    [{ LECTERN_SMTP_URL: "smtp://mail.acme.test" }, "LECTERN_MAIL_FROM"],
    [{ LECTERN_SMTP_URL: "smtp://mail.acme.test", LECTERN_MAIL_FROM: "a@b <c@d>, e@f" }, "LECTERN_MAIL_FROM"],
    [{ LECTERN_MAIL_FROM: from }, "LECTERN_SMTP_URL"],
    [{ LECTERN_SMTP_PASSWORD: "secret" }, "LECTERN_SMTP_URL"],
  ])("the mail settings %j are refused at startup, without showing the password", (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
    expect(() => readConfig(environment)).not.toThrow("secret");
  });
});
