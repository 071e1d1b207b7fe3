import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { normalEmail } from "../accounts/invite.ts";
import { listMemberships } from "../accounts/member-store.ts";
import { hashPassword } from "../accounts/password.ts";
import { deleteOtherSessions } from "../accounts/session-store.ts";
import { forgetGuesses } from "../accounts/slow-guesses.ts";
import { findPasswordHash, findUserByEmail, updatePasswordHash } from "../accounts/user-store.ts";
import { systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import { getOrganization } from "./get-organization.ts";
import { makeOwnerLink } from "./make-owner-link.ts";
import { addJsonOption } from "./options.ts";
import { layOutFields, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { withDatabase } from "./setup.ts";

const passwordBytes = 15;

export function defineAccount(command: Command, environment: Environment): void {
  addJsonOption(command.command("link"))
    .description("Create a one-time link to become an admin; any earlier link stops working")
    .requiredOption("--organization <id>", "Organization ID")
    .action((options: OutputOptions & { organization: string }) => link(environment, options));
  addJsonOption(command.command("password"))
    .description("Reset an account's password and end all its sessions; the password is shown only once")
    .argument("<email>", "Email of the account")
    .action((email: string, options: OutputOptions) => resetPassword(environment, email, options));
}

async function link(environment: Environment, options: OutputOptions & { organization: string }): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const { id } = await getOrganization(database.query, options.organization);
    const ownerLink = await makeOwnerLink(database, config.url, id);
    print(options, { link: ownerLink }, `${ownerLink}\n\nThe link works once and expires in a week.`);
  });
}

async function resetPassword(environment: Environment, address: string, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ database }) => {
    const user = await findUserByEmail(database.query, normalEmail(address));
    if (user === undefined || (await findPasswordHash(database.query, user.id)) === null) {
      throw new AppError(
        "not_found",
        `No account with the email ${address} signs in with a password; the dashboard lists members under Organization.`,
      );
    }
    const password = randomBytes(passwordBytes).toString("base64url");
    const hash = await hashPassword(password);
    await database.transaction(async (tx) => {
      await updatePasswordHash(tx, user.id, hash, systemClock.now());
      await deleteOtherSessions(tx, user.id, "");
      await forgetGuesses(tx, user.email);
      const organizationIds = (await listMemberships(tx, user.id)).map(({ id }) => id);
      await recordCommand(tx, { organizationIds, action: "changePassword", details: { email: user.email } });
    });
    const fields = layOutFields([
      ["Email", user.email],
      ["Password", password],
    ]);
    print(
      options,
      { email: user.email, password },
      `${fields}\n\nSave it now: it is stored only as a hash and can't be shown again.`,
    );
  });
}
