import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { normalEmail } from "../accounts/invite.ts";
import { listMemberships } from "../accounts/member-store.ts";
import { hashPassword } from "../accounts/password.ts";
import { createResetLink } from "../accounts/password-reset/reset-password.ts";
import { deletePasskeys } from "../accounts/second-factor/passkey-store.ts";
import { deleteAuthenticator, deleteRecoveryCodes, findFactorKinds } from "../accounts/second-factor/store.ts";
import { setPassword } from "../accounts/set-password.ts";
import { findPasswordHash, findUserByEmail, type User } from "../accounts/user-store.ts";
import { systemClock } from "../platform/clock.ts";
import type { Environment } from "../platform/config.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { forgetGuesses } from "../platform/slow-guesses.ts";
import { getOrganization } from "./get-subject.ts";
import { makeOwnerLink } from "./make-owner-link.ts";
import { addCommand, type OrganizationOptions, organizationOption } from "./options.ts";
import { layOutFields, type OutputOptions, print } from "./output.ts";
import { recordCommand } from "./record-command.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

const passwordBytes = 15;

export function defineAccount(command: Command, environment: Environment): void {
  addCommand(command, "link", "Create a one-time link to become an admin; any earlier link stops working")
    .option(...organizationOption)
    .action(databaseAction(environment, link));
  const define = (name: string, about: string, work: AccountWork) =>
    addCommand(command, name, about, ["<email>", "Email of the account"]).action(
      databaseAction(environment, async (opened, email: string, options: OutputOptions) =>
        work(opened, await getUserWithPassword(opened.database.query, email), options),
      ),
    );
  define("reset-password", "Create a one-time link for choosing a new password", createLink);
  define(
    "password",
    "Set a random password and end all sessions of the account; the password is shown only once",
    setRandomPassword,
  );
  define(
    "remove-second-factor",
    "Remove the authenticator app, passkeys and recovery codes of someone who lost them",
    removeSecondFactor,
  );
}

type AccountWork = (command: DatabaseCommand, user: User, options: OutputOptions) => Promise<void>;

async function link({ config, database }: DatabaseCommand, options: OrganizationOptions): Promise<void> {
  const { id } = await getOrganization(database.query, options.organization);
  const ownerLink = await makeOwnerLink(database, config.url, id);
  print(options, { link: ownerLink }, `${ownerLink}\n\nThe link works once and expires in a week.`);
}

async function createLink({ config, database }: DatabaseCommand, user: User, options: OutputOptions): Promise<void> {
  const created = await database.transaction(async (tx) => {
    await recordForAccount(tx, user, "createResetLink");
    return createResetLink({ clock: systemClock, url: config.url }, tx, user, null);
  });
  const text = `${created.link}\n\nThe link works once and expires in an hour. The second factor is not changed.`;
  print(options, { email: user.email, link: created.link }, text);
}

async function setRandomPassword({ database }: DatabaseCommand, user: User, options: OutputOptions): Promise<void> {
  const password = randomBytes(passwordBytes).toString("base64url");
  const hash = await hashPassword(password);
  await database.transaction(async (tx) => {
    await setPassword(tx, user.id, hash, { now: systemClock.now() });
    await forgetGuesses(tx, user.email);
    await recordForAccount(tx, user, "changePassword");
  });
  const fields = layOutFields({ Email: user.email, Password: password });
  const text = `${fields}\n\nSave it now: it is stored only as a hash and can't be shown again.`;
  print(options, { email: user.email, password }, text);
}

async function removeSecondFactor({ database }: DatabaseCommand, user: User, options: OutputOptions): Promise<void> {
  const { hasAuthenticator, hasPasskey } = await findFactorKinds(database.query, user.id);
  if (!hasAuthenticator && !hasPasskey) {
    throw new AppError("not_found", `The account ${user.email} has no second factor.`);
  }
  await database.transaction(async (tx) => {
    await deleteAuthenticator(tx, user.id);
    await deletePasskeys(tx, user.id);
    await deleteRecoveryCodes(tx, user.id);
    await forgetGuesses(tx, user.email);
    await recordForAccount(tx, user, "removeSecondFactor");
  });
  const text = `${user.email} now signs in with the password alone, and can set up a new second factor on the account page.`;
  print(options, { email: user.email }, text);
}

async function getUserWithPassword(connection: Connection, address: string): Promise<User> {
  const user = await findUserByEmail(connection, normalEmail(address));
  if (user === undefined || (await findPasswordHash(connection, user.id)) === null) {
    throw new AppError(
      "not_found",
      `No account with the email ${address} signs in with a password; the dashboard lists members under Organization.`,
    );
  }
  return user;
}

async function recordForAccount(tx: Transaction, { id, email }: User, action: string): Promise<void> {
  const organizationIds = (await listMemberships(tx, id)).map((organization) => organization.id);
  await recordCommand(tx, { organizationIds, action, details: { email } });
}
