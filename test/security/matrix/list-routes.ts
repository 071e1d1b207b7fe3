import type { FastifyInstance } from "fastify";

const indent = 4;

/** Every registered route of a server, as a method and a pattern, without the HEAD route that comes with each GET. */
export function listRoutes(http: Pick<FastifyInstance, "printRoutes">): string[] {
  const parents: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, tree = "", segment = "", methods] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      const depth = tree.length / indent;
      const path = `${parents[depth - 1] ?? ""}${segment}`;
      parents[depth] = path;
      const all = methods?.split(", ") ?? [];
      return all.filter((method) => method !== "HEAD" || !all.includes("GET")).map((method) => `${method} ${path}`);
    });
}
