import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import { linkCounters, slowGuesses } from "../../platform/slow-guesses.ts";
import { hashPassword } from "../password.ts";
import type { SignInDeps } from "../sign-in.ts";
import { createMemberResetLink, getReset, mailResetLink, resetPassword, type SendResetLink } from "./reset-password.ts";

export interface PasswordResetDeps extends SignInDeps {
  sendResetLink?: SendResetLink | undefined;
}

export function passwordResetRoutes(deps: PasswordResetDeps) {
  const { database } = deps;
  return {
    async requestPasswordReset({ body, address }) {
      mailResetLink(deps, body.email, address);
    },

    async readResetLink({ body, address }) {
      const work = () => getReset(deps, database.query, body.token);
      const { email } = await slowGuesses(deps, linkCounters(address), work);
      return { email };
    },

    resetPassword: ({ body, address }) =>
      slowGuesses(deps, linkCounters(address), async () => {
        await getReset(deps, database.query, body.token);
        const passwordHash = await hashPassword(body.newPassword);
        await database.transaction((tx) => resetPassword(deps, tx, body.token, passwordHash, address));
      }),

    createResetLink: ({ principal: { user }, params, change, note }) =>
      change(async (tx) => {
        const created = await createMemberResetLink(deps, tx, { ...params, requestedBy: user.name });
        note({ email: created.email });
        return { ...created, expiresAt: isoTime(created.expiresAt) };
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}
