import { AppError } from "../platform/errors.ts";

const basePathMaxLength = 128;

/** Paths that the format, or Lectern itself, uses at the root of every site. */
const reserved = new Set(
  `/_next /_mintlify /_sites /_live-preview /_lectern /api /login /logout /mcp /feedback /openapi-specs.download
  /llms.txt /llms-full.txt /sitemap.xml /robots.txt /skill.md /.well-known`.split(/\s+/),
);

// Other characters would have to be encoded, differently in links and in headers.
const segment = /^(?!\.{1,2}$)[\w.~-]+$/;

/** `docs/` → `/docs`. Empty for a site at the root of its host. */
export function checkedBasePath(text: string): string {
  const path = `/${text.trim().replace(/^\/|\/$/g, "")}`;
  if (path === "/") return "";
  const segments = path.slice(1).split("/");
  if (path.length > basePathMaxLength || !segments.every((part) => segment.test(part))) {
    throw new AppError(
      "bad_request",
      `"${text}" isn't a valid base path. Use letters, digits, hyphens and slashes, such as /docs, and at most ${basePathMaxLength} characters.`,
    );
  }
  if (reserved.has(path) || (reserved.has(`/${segments[0]}`) && /^[._]/.test(segments[0] ?? ""))) {
    throw new AppError("bad_request", `The base path can't be ${path}, because sites use that path themselves.`);
  }
  return path;
}
