import type { Role } from "../contract/operation.ts";

/** Who comments, reviews or merges. */
export interface Caller {
  /** The person, or the key if no person is behind the request. */
  id: string;
  name: string;
  isPerson: boolean;
  /** Keys of an organization act for its admins. */
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
