import type { FastifyInstance } from "fastify";
import { canonicalAddress } from "../../platform/address.ts";
import { callbackPath, finishProviderSignIn, type ProviderSignInDeps } from "./sign-in-with-provider.ts";

export function providerRoutes(http: FastifyInstance, deps: ProviderSignInDeps): void {
  http.get(callbackPath, async (request, reply) => {
    const { search } = new URL(request.url, deps.url);
    const { location, cookies } = await finishProviderSignIn(
      deps,
      { search, cookies: request.headers.cookie },
      { address: canonicalAddress(request), userAgent: request.headers["user-agent"] ?? "" },
    );
    return reply.header("set-cookie", cookies).header("cache-control", "no-store").redirect(location, 302);
  });
}
