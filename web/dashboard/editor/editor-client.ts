import { type EditorOperations, editorOperations } from "../../../src/contract/editor-operations.ts";
import type { Body, Operation, Params, Query, ReplyOf } from "../../../src/contract/operation.ts";
import { routeOf } from "../../../src/contract/route-of.ts";
import { type CallOptions, sendRequest } from "../../../src/contract/send-request.ts";
import { clientOptions } from "../api/client.ts";

type Input<O extends Operation> = Params<O> & Query<O> & Body<O>;

type EditorClient = {
  [Name in keyof EditorOperations]: (
    input: Input<EditorOperations[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<EditorOperations[Name]>>;
};

const methods = Object.entries<Operation>(editorOperations).map(([name, operation]) => {
  const route = routeOf(operation);
  return [
    name,
    (input: Record<string, unknown>, call: CallOptions = {}) => sendRequest(clientOptions, route, input, call),
  ];
});

/** The editor's operations, which other pages don't load. */
export const editorApi = Object.fromEntries(methods) as EditorClient;

/** The type of an operation's reply. */
export type EditorAnswer<Name extends keyof EditorClient> = Awaited<ReturnType<EditorClient[Name]>>;
