import { join as joinPath } from "node:path";
import { onTestFinished } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import { openArtifacts } from "../../src/platform/artifacts/open.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { createUsedInstallation, startLectern, type Variables } from "../cli/lectern.ts";
import { send } from "../contract/send.ts";
import { sessionCookie } from "../dashboard/people.ts";
import { type Dialect, openStorage } from "../support/database.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import type { Address } from "../support/live-client.ts";
import { createDraft } from "./live-support.ts";

/** A real process with a draft, and two people who can edit it. */
export async function prepareProcess(dialect: Dialect, files: Files, settings: Variables = {}) {
  const { storage, organizationId, ...installation } = await createUsedInstallation(dialect);
  const variables = { ...installation.variables, ...settings };
  const database = await openStorage(storage);
  onTestFinished(() => database.close());
  const clock = systemClock;
  const { dataFolder } = storage;
  const hosted = await createTestHostedProject({
    database,
    clock,
    objects: await openArtifacts({ address: "", accessKeyId: "", secretAccessKey: "", dataFolder }),
    repositoriesFolder: joinPath(dataFolder, "repositories"),
    url: "http://127.0.0.1",
    domain: "killed",
    files: { "docs.json": "{}", ...files },
    organizationId,
  });
  const draft = await createDraft({ database, clock }, hosted);
  const startServer = async () => {
    // Behind a proxy, the process prints the address of the proxy.
    const port = await freePort("127.0.0.1");
    const process = await startLectern({ ...variables, PORT: String(port) }, "serve");
    return { process, url: `http://127.0.0.1:${port}` };
  };
  let server = await startServer();
  const signUp = async (name: string): Promise<Address> => {
    const email = `${name}@acme.test`;
    const { token } = await invite({ clock }, database.query, {
      organizationId,
      email,
      role: "editor",
      invitedBy: null,
    });
    const reply = await send(server.url, {
      method: "POST",
      path: dashboardOperations.createAccount.path,
      headers: { "x-lectern-dashboard": "1", origin: settings.LECTERN_URL ?? server.url },
      json: { token, name, email, password: "correct horse battery" },
    });
    return { url: server.url, origin: server.url, cookie: sessionCookie(reply) };
  };
  return {
    database,
    draft,
    project: hosted.project,
    commit: hosted.commit,
    git: hosted.git,
    people: [await signUp("ada"), await signUp("ben")],
    pid: () => server.process.process.pid,
    url: () => server.url,
    kill: () => server.process.kill(),
    /** Starts another process before this one stops, as an upgrade without downtime does. */
    async replace(onStarted: () => void) {
      const before = server;
      server = await startServer();
      onStarted();
      await before.process.stop();
    },
    async restart(people: readonly Address[]) {
      server = await startServer();
      for (const person of people) Object.assign(person, { url: server.url, origin: server.url });
    },
  };
}
