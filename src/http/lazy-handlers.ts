import type { Operation } from "../contract/operation.ts";
import type { Call, Handler, Handlers } from "./call.ts";

/** Handlers of a feature that only some servers use. The code is loaded with the first request for one of them. */
export function lazyHandlers<List extends Record<string, Operation>>(
  list: List,
  load: () => Promise<Handlers<List>>,
): Handlers<List> {
  let loading: Promise<Handlers<List>> | undefined;
  const handle = async (name: keyof List, call: Call<Operation>) => {
    loading ??= load();
    const handlers = await loading;
    return (handlers[name] as unknown as Handler<Operation>)(call);
  };
  const entries = Object.keys(list).map((name) => [name, (call: Call<Operation>) => handle(name, call)]);
  return Object.fromEntries(entries) as Handlers<List>;
}
