import type { TObject, TSchema } from "typebox";
import type { Operation, PublicOperation, Role } from "./operation.ts";

interface Details
  extends Pick<Operation, "limits" | "slowsGuesses" | "creates" | "hasStates" | "upload" | "ignoresUnknownFields"> {
  query?: TObject;
  body?: TObject;
  /**
   * The schema of a JSON reply, or a reply in another form. Without `reply`, `created` and `accepted`, the reply is
   * empty.
   */
  reply?: TSchema | Exclude<Operation["reply"], { schema: TSchema }>;
  /** Like `reply`, with the status 201. */
  created?: TSchema;
  /** Like `reply`, with the status 202. */
  accepted?: TSchema;
}

type Defined<Head, Path extends string, Given extends Details> = Head &
  Omit<Given, "reply" | "created" | "accepted"> & { path: Path; reply: ReplyOf<Given> };

type ReplyOf<Given extends Details> = Given extends { created: infer Schema }
  ? { status: 201; schema: Schema }
  : Given extends { accepted: infer Schema }
    ? { status: 202; schema: Schema }
    : Given extends { reply: infer Reply }
      ? Reply extends { status: 200 }
        ? Reply
        : { status: 200; schema: Reply }
      : { status: 204 };

/**
 * Who may call the operation: anyone, people who are about to sign in, people who have signed in, or members with at
 * least this role.
 */
type Caller = "none" | "guest" | "session" | Role;
type CallerHead<Who> = Who extends Role ? { key: "session"; role: Who } : { key: Who };

/**
 * An operation that only the dashboard calls, with a path below /v1/dashboard. It isn't part of the documented API, so it
 * may change with every release.
 */
export function get<const Who extends Caller, const Path extends string, const Given extends Details>(
  who: Who,
  path: Path,
  given: Given,
) {
  return define({ method: "GET", ...callerHead(who) }, `/v1/dashboard${path}`, given);
}

/** Like `get`, for operations that change data or have a body. */
export function post<const Who extends Caller, const Path extends string, const Given extends Details = object>(
  who: Who,
  path: Path,
  given?: Given,
) {
  return define({ method: "POST", ...callerHead(who) }, `/v1/dashboard${path}`, given ?? ({} as Given));
}

/** Paths that operations of the dashboard begin with. */
export const organization = "/organization/{organizationId}";
export const project = "/project/{projectId}";
export const draft = `${project}/drafts/{draftId}` as const;

/** Returns a function that defines operations of the public API, all with the same method and kind of key. */
export function publicOperation<const Head extends Pick<Operation, "method" | "key" | "scope" | "role" | "limits">>(
  head: Head,
) {
  return <const Path extends string, const Given extends Details & Pick<PublicOperation, "about" | "example"> = object>(
    path: Path,
    summary: string,
    given?: Given,
  ) => define({ ...head, summary }, path, given ?? ({} as Given));
}

/** Define operations for admin keys with the scope `read` or `write`. */
export const read = publicOperation({ method: "GET", key: "admin", scope: "read" });
export const write = publicOperation({ method: "POST", key: "admin", scope: "write" });

function callerHead<Who extends Caller>(who: Who): CallerHead<Who> {
  const isRole = who !== "none" && who !== "guest" && who !== "session";
  return (isRole ? { key: "session", role: who } : { key: who }) as CallerHead<Who>;
}

function define<const Head, const Path extends string, const Given extends Details>(
  head: Head,
  path: Path,
  given: Given,
): Defined<Head, Path, Given> {
  const { reply, created, accepted, ...rest } = given;
  return { ...head, path, ...rest, reply: toReply(given) } as unknown as Defined<Head, Path, Given>;
}

function toReply({ reply, created, accepted }: Details): Operation["reply"] {
  if (created !== undefined) return { status: 201, schema: created };
  if (accepted !== undefined) return { status: 202, schema: accepted };
  if (reply === undefined) return { status: 204 };
  return "status" in reply ? (reply as Operation["reply"]) : { status: 200, schema: reply };
}
