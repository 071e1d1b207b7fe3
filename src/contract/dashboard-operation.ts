import type { TObject, TSchema } from "typebox";
import type { Operation, Role } from "./operation.ts";

/**
 * Who may call the operation: anyone, people who are about to sign in, people who have signed in, or members with at
 * least this role.
 */
type Caller = "none" | "guest" | "session" | Role;

interface Details extends Pick<Operation, "limits" | "slowsGuesses" | "creates" | "hasStates" | "upload"> {
  query?: TObject;
  body?: TObject;
  /** The schema of a JSON reply, or a reply in another form. Without either, the reply is empty. */
  reply?: TSchema | Exclude<Operation["reply"], { schema: TSchema }>;
  /** Like `reply`, with the status 201. */
  created?: TSchema;
}

type DashboardOperation<Method, Who, Path extends string, Given extends Details> = Omit<Given, "reply" | "created"> & {
  method: Method;
  path: `/v1/dashboard${Path}`;
  reply: ReplyOf<Given>;
} & (Who extends Role ? { key: "session"; role: Who } : { key: Who });

type ReplyOf<Given extends Details> = Given extends { created: infer Schema }
  ? { status: 201; schema: Schema }
  : Given extends { reply: infer Reply }
    ? Reply extends { status: 200 }
      ? Reply
      : { status: 200; schema: Reply }
    : { status: 204 };

/**
 * An operation that only the dashboard calls, with a path below /v1/dashboard. It isn't part of the documented API, so it
 * may change with every release.
 */
export function get<const Who extends Caller, const Path extends string, const Given extends Details>(
  who: Who,
  path: Path,
  given: Given,
): DashboardOperation<"GET", Who, Path, Given> {
  return build("GET", who, path, given) as unknown as DashboardOperation<"GET", Who, Path, Given>;
}

/** Like `get`, for operations that change data or have a body. */
export function post<const Who extends Caller, const Path extends string, const Given extends Details = object>(
  who: Who,
  path: Path,
  given?: Given,
): DashboardOperation<"POST", Who, Path, Given> {
  return build("POST", who, path, given ?? {}) as unknown as DashboardOperation<"POST", Who, Path, Given>;
}

function build(method: Operation["method"], who: Caller, path: string, given: Details): Operation {
  const { reply, created, ...rest } = given;
  const caller =
    who === "none" || who === "guest" || who === "session" ? { key: who } : { key: "session" as const, role: who };
  return { method, path: `/v1/dashboard${path}`, ...caller, ...rest, reply: toReply(reply, created) };
}

function toReply(reply: Details["reply"], created: Details["created"]): Operation["reply"] {
  if (created !== undefined) return { status: 201, schema: created };
  if (reply === undefined) return { status: 204 };
  return "status" in reply ? (reply as Operation["reply"]) : { status: 200, schema: reply };
}
