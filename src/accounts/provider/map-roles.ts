import { recordEntries } from "../../activity/audit/record-entries.ts";
import type { EventDeps } from "../../activity/events/record-event.ts";
import type { Role } from "../../contract/operation.ts";
import type { Connection } from "../../platform/db/database.ts";
import { deleteMember, insertMember, listMembers, lockMembers, updateMemberRole } from "../member-store.ts";
import type { User } from "../user-store.ts";
import type { ProviderPerson } from "./openid-provider.ts";
import { listManaged, listOrganizationSignIns, type OrganizationSignIn, setManaged } from "./sign-in-store.ts";

const ranks: readonly Role[] = ["viewer", "editor", "admin"];

/**
 * Sets a person's role in each organization from the provider's claims, at every sign-in. Members who were added this
 * way and no longer match are removed; invited members who match nothing stay unchanged.
 */
export async function mapRoles(deps: EventDeps, tx: Connection, user: User, person: ProviderPerson, address: string) {
  for (const signIn of await listOrganizationSignIns(tx)) {
    if (signIn.mappings.length > 0 || signIn.defaultRole !== null) {
      await mapRole(deps, tx, { signIn, user, person, address });
    }
  }
}

interface Mapped {
  signIn: OrganizationSignIn;
  user: User;
  person: ProviderPerson;
  address: string;
}

async function mapRole(deps: EventDeps, tx: Connection, { signIn, user, person, address }: Mapped): Promise<void> {
  const { organizationId } = signIn;
  await lockMembers(tx, organizationId);
  const members = await listMembers(tx, organizationId);
  const before = members.find(({ userId }) => userId === user.id)?.role;
  const isManaged = (await listManaged(tx, organizationId)).has(user.id);
  const role = mappedRole(signIn, person) ?? (before === undefined || isManaged ? joiningRole(signIn, person) : before);
  const isOnlyAdmin =
    before === "admin" && !members.some((other) => other.role === "admin" && other.userId !== user.id);
  // An organization always keeps an admin.
  if (role === before || (isOnlyAdmin && role !== "admin")) {
    if (role !== undefined && mappedRole(signIn, person) !== undefined) await setManaged(tx, organizationId, user.id);
    return;
  }
  if (role === undefined) {
    await deleteMember(tx, organizationId, user.id);
  } else if (before === undefined) {
    await insertMember(tx, { organizationId, userId: user.id, role }, deps.clock.now());
  } else {
    await updateMemberRole(tx, organizationId, user.id, role);
  }
  if (role !== undefined) await setManaged(tx, organizationId, user.id);
  await recordEntries(deps, tx, [organizationId], {
    actor: { kind: "member", id: user.id, name: user.email },
    action: "mapRole",
    projectId: null,
    details: { userId: user.id, email: user.email, from: before ?? "none", to: role ?? "none" },
    address,
  });
}

/** The highest role among those mapped from the person's claim values. */
function mappedRole({ mappings }: OrganizationSignIn, { roles }: ProviderPerson): Role | undefined {
  const given = mappings.filter(({ value }) => roles.includes(value)).map(({ role }) => role);
  return ranks.findLast((role) => given.includes(role));
}

/** Only an email that the provider has verified shows which domain a person belongs to. */
function joiningRole(
  { defaultRole, emailDomains }: OrganizationSignIn,
  { email = "", isEmailVerified }: ProviderPerson,
): Role | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return defaultRole !== null && isEmailVerified && emailDomains.includes(domain) ? defaultRole : undefined;
}
