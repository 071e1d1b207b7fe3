import { join as joinPath } from "node:path";
import { onTestFinished } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import { openArtifacts } from "../../src/platform/artifacts/open.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createUsedInstallation, type RunningLectern, startLectern } from "../cli/lectern.ts";
import { send } from "../contract/send.ts";
import { sessionCookie } from "../dashboard/people.ts";
import { type Dialect, openStorage } from "../support/database.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import type { Address } from "../support/live-client.ts";
import { createDraft } from "./live-support.ts";
/** A real process with a draft, and two people who can edit it. */
export async function prepareProcess(dialect: Dialect, files: Files) {
  const { storage, variables, organizationId } = await createUsedInstallation(dialect);
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
  let server: RunningLectern = await startLectern(variables, "serve");
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
      headers: { "x-lectern-dashboard": "1", origin: server.url },
      json: { token, name, email, password: "correct horse battery" },
    });
    return { url: server.url, origin: server.url, cookie: sessionCookie(reply) };
  };
  return {
    database,
    draft,
    project: hosted.project,
    people: [await signUp("ada"), await signUp("ben")],
    pid: () => server.process.pid,
    kill: () => server.kill(),
    async restart(people: readonly Address[]) {
      server = await startLectern(variables, "serve");
      for (const person of people) Object.assign(person, { url: server.url, origin: server.url });
    },
  };
}
