import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { SignInRules } from "../../contract/sign-in-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { deleteEndedSessions, listMembersWithoutFactor, readRules, writeRules } from "./store.ts";

/** How the members of an organization sign in, and how long they stay signed in. */
export function ruleRoutes({ database, clock }: Pick<Services, "clock" | "database">) {
  return {
    getSignInRules: async ({ params }) =>
      presentRules(database.query, params.organizationId, await readRules(database.query, params.organizationId)),

    changeSignInRules: ({ principal: { user }, params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const before = await readRules(tx, organizationId);
        const without = await listMembersWithoutFactor(tx, organizationId);
        const isNewlyRequired = body.needsSecondFactor && !before.needsSecondFactor;
        if (isNewlyRequired && without.some(({ email }) => email === user.email)) {
          throw new AppError("conflict", "Set up a second factor for your own account first.");
        }
        await deleteEndedSessions(tx, organizationId, before, clock.now());
        await writeRules(tx, organizationId, body);
        await deleteEndedSessions(tx, organizationId, body, clock.now());
        note(describeChanges(before, body));
        return presentRules(tx, organizationId, body);
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

async function presentRules(connection: Connection, organizationId: string, rules: SignInRules) {
  return { ...rules, membersWithoutFactor: await listMembersWithoutFactor(connection, organizationId) };
}

function describeChanges(before: SignInRules, after: SignInRules): Record<string, string> {
  const names = ["needsSecondFactor", "idleMinutes", "sessionHours"] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, String(after[name] ?? "default")]));
}
