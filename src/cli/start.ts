import type { Command } from "commander";
import { hasMembers } from "../accounts/member-store.ts";
import { listOrganizations } from "../accounts/store.ts";
import type { App } from "../app/app.ts";
import type { Environment } from "../platform/config.ts";
import { listProjects } from "../projects/store.ts";
import { makeOwnerLink } from "./make-owner-link.ts";
import { printText } from "./output.ts";
import { runUntilStopped } from "./run-until-stopped.ts";
import { welcome, welcomeBack } from "./welcome.ts";

export function defineStart(command: Command, environment: Environment): void {
  command.action(async () => {
    await runUntilStopped(environment, "api", async (app, chosen) => {
      const { start } = await import("../app/start.ts");
      const { firstStart, stop } = await start(app, chosen);
      printText(firstStart === undefined ? await greetAgain(app) : welcome(app.config, firstStart));
      return { stop };
    });
  });
}

async function greetAgain({ config, database }: App): Promise<string> {
  const [organization, ...others] = await listOrganizations(database.query);
  const [project] = await listProjects(database.query);
  // Until there is an account, show the link that creates one.
  const needsOwner = organization !== undefined && !(await hasMembers(database.query));
  const ownerLink = needsOwner ? await makeOwnerLink(database, config.url, organization.id) : undefined;
  return welcomeBack(config, {
    ...(organization === undefined || others.length === 0 ? {} : { organization: organization.id }),
    project: project?.domain ?? "PROJECT",
    ownerLink,
  });
}
