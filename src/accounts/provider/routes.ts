import type { FastifyInstance } from "fastify";
import type { Accounts } from "../accounts.ts";

/** As the provider knows it: see `authPath` and `providerId`, which are loaded only when somebody signs in. */
const callbackPath = "/dashboard/auth/oauth2/callback/oidc";

/** Where the OpenID Connect provider sends people back to: it begins the session, or says in the address why not. */
export function providerRoutes(http: FastifyInstance, { accounts, url }: { accounts: Accounts; url: string }): void {
  http.get(callbackPath, async (request, reply) => {
    const { search } = new URL(request.url, url);
    const headers = await accounts.headersOf({
      address: request.ip,
      userAgent: request.headers["user-agent"] ?? "",
      cookies: request.headers.cookie ?? "",
    });
    const answer = await accounts.answerCallback(new Request(`${url}${callbackPath}${search}`, { headers }));
    const location = answer.headers.get("location");
    reply.header("set-cookie", answer.headers.getSetCookie()).header("cache-control", "no-store");
    return reply.redirect(location ?? "/dashboard/sign-in?error=provider", 302);
  });
}
