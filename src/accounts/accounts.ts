import type { Role } from "../contract/operation.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Auth, AuthDeps } from "./create-auth.ts";
import { acceptInvitation, normalEmail } from "./invite.ts";
import { insertMember } from "./member-store.ts";
import { findPasswordHash, insertUser, type NewUser, updatePasswordHash } from "./user-store.ts";

/** Where a session is begun. */
export interface Client {
  address: string;
  userAgent: string;
  /** The `Cookie` header as it came. */
  cookies: string;
}

export interface NewAccount {
  token: string;
  name: string;
  email: string;
  password: string;
}

/**
 * Accounts of people. better-auth is loaded when the first of them signs in: a server that only answers the API never
 * needs it, and reading a session does not either.
 */
export class Accounts {
  readonly #deps: AuthDeps;
  #auth: Promise<Auth> | undefined;

  constructor(deps: AuthDeps) {
    this.#deps = deps;
  }

  /** Checks the password and begins a session; the result is its cookies. */
  async signIn(credentials: { email: string; password: string }, client: Client): Promise<string[]> {
    const auth = await this.load();
    const { email, password } = credentials;
    try {
      const { headers } = await auth.api.signInEmail({
        body: { email: normalEmail(email), password },
        headers: await this.headersOf(client),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    } catch (error) {
      throw isRefusal(error)
        ? new AppError("unauthenticated", "The email or the password is wrong.", { cause: error })
        : error;
    }
  }

  /** Begins to sign in with the provider: where the browser goes now, and the cookies it comes back with. */
  async signInWithProvider(returnTo: string, client: Client): Promise<{ url: string; cookies: string[] }> {
    if (this.#deps.oidc === undefined) {
      throw new AppError("not_found", "No OpenID Connect provider is set up; see LECTERN_OIDC_ISSUER.");
    }
    const [{ providerId }, { nonceOf }] = await Promise.all([
      import("./create-auth.ts"),
      import("./provider/openid-provider.ts"),
    ]);
    const auth = await this.load();
    const { headers, response } = await auth.api.signInWithOAuth2({
      body: { providerId, callbackURL: returnTo, errorCallbackURL: "/dashboard/sign-in", disableRedirect: true },
      headers: await this.headersOf(client),
      returnHeaders: true,
    });
    const url = new URL(response.url);
    url.searchParams.set("nonce", nonceOf(url.searchParams.get("code_challenge") ?? ""));
    return { url: url.href, cookies: headers.getSetCookie() };
  }

  /** Makes an account for who has an invitation, all of it in the caller's transaction. */
  async create(tx: Connection, { token, name, email }: NewAccount, passwordHash: string): Promise<NewMember> {
    const { clock } = this.#deps;
    const user: NewUser = {
      id: newId("usr", clock),
      credentialId: newId("crd", clock),
      email: normalEmail(email),
      name: name.trim(),
      passwordHash,
    };
    const { organizationId, role } = await acceptInvitation({ clock }, tx, token, user.email);
    if (!(await insertUser(tx, user, clock.now()))) {
      throw new AppError("conflict", "There is an account with this email already; sign in and open the link again.");
    }
    await insertMember(tx, { organizationId, userId: user.id, role }, clock.now());
    return { id: user.id, name: user.name, email: user.email, organizationId, role };
  }

  async changePassword(tx: Connection, userId: string, passwordHash: string): Promise<void> {
    await updatePasswordHash(tx, userId, passwordHash, this.#deps.clock.now());
  }

  async checkPassword(connection: Connection, userId: string, password: string): Promise<void> {
    const hash = await findPasswordHash(connection, userId);
    const { verifyPassword } = await import("better-auth/crypto");
    if (hash === null || !(await verifyPassword({ hash, password }))) {
      throw new AppError("forbidden", "The current password is wrong.");
    }
  }

  /** Slow on purpose: never inside a transaction. */
  async hashPassword(password: string): Promise<string> {
    const { hashPassword } = await import("better-auth/crypto");
    return hashPassword(password);
  }

  /** Answers what the provider sends the browser back with. */
  async answerCallback(request: Request): Promise<Response> {
    return (await this.load()).handler(request);
  }

  async headersOf({ address, userAgent, cookies }: Client): Promise<Headers> {
    const { addressHeader } = await import("./create-auth.ts");
    return new Headers({ [addressHeader]: address, "user-agent": userAgent, cookie: cookies });
  }

  private load(): Promise<Auth> {
    this.#auth ??= import("./create-auth.ts").then(({ createAuth }) => createAuth(this.#deps));
    return this.#auth;
  }
}

export interface NewMember {
  id: string;
  name: string;
  email: string;
  organizationId: string;
  role: Role;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
}
