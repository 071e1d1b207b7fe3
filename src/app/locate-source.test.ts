import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openTestFolder } from "../../test/support/artifact-store.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { insertOrganization } from "../accounts/store.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { openSecrets } from "../platform/secrets.ts";
import type { Project } from "../projects/store.ts";
import { createLocateReadable, createLocateSource, type LocateSourceDeps } from "./locate-source.ts";

const never = new AbortController().signal;
const clock = { now: () => Date.UTC(2026, 2, 2) };
const secrets = openSecrets({ keys: ["a key for tests"], dataFolder: "" });
let appKey: string;
beforeAll(() => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  appKey = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
});

/** A fake GitHub where the app is or isn't installed in the repository. */
async function startGithub(installationStatus: number): Promise<{ deps: LocateSourceDeps; project: Project }> {
  const server = createServer((request, response) => {
    const isToken = request.method === "POST";
    const token = { token: "ghs_short", expires_at: new Date(clock.now() + 3_600_000).toISOString() };
    response.writeHead(isToken ? 201 : installationStatus, { "content-type": "application/json" });
    response.end(JSON.stringify(isToken ? token : { id: 9 }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({
    LECTERN_ALLOWED_HOSTS: "127.0.0.1",
    LECTERN_CODE_HOSTS: `${host}=github`,
    LECTERN_GITHUB_APP_ID: "42",
    LECTERN_GITHUB_APP_KEY: appKey,
  });
  const project = {
    id: "prj_1",
    organizationId: "org_1",
    hostedRepository: null,
    repository: `http://${host}/acme/docs`,
    repositoryToken: null,
  } as Project;
  const database = await openTestDatabase("sqlite");
  const { objects } = await openTestFolder();
  await insertOrganization(database.query, { id: "org_1", name: "Acme", createdAt: 0 });
  return { deps: { config, database, objects, secrets, clock, log: createLog("fatal", "worker") }, project };
}

test("a repository in which the GitHub App is installed is read with the app's token", async () => {
  const { deps, project } = await startGithub(200);
  expect(await createLocateReadable(deps)(project, never)).toMatchObject({ kind: "remote", token: "ghs_short" });
});

test("the project's own token takes precedence over the app's", async () => {
  const { deps, project } = await startGithub(200);
  const owned = { ...project, repositoryToken: secrets.seal("t0ken") };
  expect(await createLocateReadable(deps)(owned, never)).toMatchObject({ token: "t0ken" });
});

test("a repository in which the app is not installed is read without a token, but not written to", async () => {
  const { deps, project } = await startGithub(404);
  expect(await createLocateReadable(deps)(project, never)).toMatchObject({ kind: "remote", token: undefined });
  await expect(createLocateSource(deps)(project, never)).rejects.toMatchObject({ kind: "no-access" });
});

test("an unreachable host is reported as a git network error, which is retried", async () => {
  const { deps, project } = await startGithub(503);
  await expect(createLocateReadable(deps)(project, never)).rejects.toMatchObject({ name: "GitError", kind: "network" });
});

test("an installation is connected at first use if there is a single organization, but not if there are two", async () => {
  const { deps, project } = await startGithub(200);
  await insertOrganization(deps.database.query, { id: "org_2", name: "Zenith", createdAt: 0 });
  const refused = await createLocateReadable(deps)(project, never);
  expect(refused).toMatchObject({ token: undefined, tokenProblem: expect.stringContaining("Organization > GitHub") });
  await deps.database.query.deleteFrom("organizations").where("id", "=", "org_2").execute();
  expect(await createLocateReadable(deps)(project, never)).toMatchObject({ token: "ghs_short" });
  await insertOrganization(deps.database.query, { id: "org_3", name: "Nadir", createdAt: 0 });
  expect(await createLocateReadable(deps)(project, never)).toMatchObject({ token: "ghs_short" });
});
