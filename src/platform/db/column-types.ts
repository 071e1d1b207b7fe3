import type { Static } from "typebox";
import type { ChangeEvent } from "../../contract/dashboard-operations.ts";

// Types of columns that code names too. The SQL of the migrations says which columns have them.

export type ChangeKind = Static<typeof ChangeEvent>["kind"];

/** `failing` is still served, `lapsed` no longer. */
export type DomainState = "pending" | "verified" | "failing" | "lapsed";
export type DomainProblem = "missing" | "different" | "txt_needed" | "unreachable" | "taken" | "reserved";
export type ReaderSessionMethod = "password" | "members" | "server" | "provider" | "jwt" | "mail" | "preview";
export type Verdict = "right" | "partly" | "wrong";
