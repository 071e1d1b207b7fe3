import type { Transaction } from "../platform/db/database.ts";
import type { PushedRef } from "./check-push.ts";
import type { Push } from "./serve-push.ts";

type Details = Readonly<Record<string, string>>;

interface PushAction extends Pick<Push["access"], "principal"> {
  action: "push";
  params: Details;
  details: Details;
  address: string;
}

type RecordAction = (tx: Transaction, action: PushAction) => Promise<void>;

/** The limit of entries per push, so that pushing a whole repository doesn't bury all other entries in the log. */
const entriesPerPushMax = 50;

/** Adds an entry for each branch and tag that a push changed, in the transaction that makes it visible. */
export async function auditPush(
  record: RecordAction,
  tx: Transaction,
  { access, pushed, address }: Push,
): Promise<void> {
  const { project, principal } = access;
  const token = principal.user?.token;
  const common = { projectId: project.id, ...(token !== undefined && { token: token.name }) };
  const add = (details: Details) =>
    record(tx, { principal, action: "push", params: {}, details: { ...common, ...details }, address });
  for (const move of pushed.slice(0, entriesPerPushMax)) {
    await add(describe(move));
  }
  const others = pushed.length - entriesPerPushMax;
  if (others > 0) {
    await add({ others: String(others) });
  }
}

function describe({ ref, from, to, change }: PushedRef): Details {
  return {
    // Tags keep their full name.
    branch: ref.replace(/^refs\/heads\//, ""),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(change === "forced" && { forced: "yes" }),
  };
}
