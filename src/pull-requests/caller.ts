import type { Role } from "../contract/operation.ts";

/** The person or key that comments, reviews or merges. */
export interface Caller {
  /** The ID of the person, or of the key if no person is behind the request. */
  id: string;
  name: string;
  isPerson: boolean;
  /** Whether the caller is an admin. Keys of an organization have the permissions of its admins. */
  isAdmin: boolean;
}

export interface CallerDeps {
  /** The display name of a key. */
  nameOf(keyId: string): Promise<string>;
}

interface Credentials {
  keyId: string;
  user?: { id: string; name: string; role: Role | null };
}

export async function readCaller({ nameOf }: CallerDeps, { user, keyId }: Credentials): Promise<Caller> {
  return user === undefined
    ? { id: keyId, name: await nameOf(keyId), isPerson: false, isAdmin: true }
    : { id: user.id, name: user.name, isPerson: true, isAdmin: user.role === "admin" };
}
