import { type DashboardOperations, dashboardOperations } from "./dashboard-operations.ts";
import type { Body, Operation, Params, Query, ReplyOf } from "./operation.ts";
import { type Operations, operations } from "./operations.ts";
import { routeOf } from "./route-of.ts";
import { ApiError, type CallOptions, type ClientOptions, sendRequest } from "./send-request.ts";

export type { CallOptions };
export { ApiError };

type Input<O extends Operation> = Params<O> & Query<O> & Body<O>;

/**
 * One method per operation, including those of the dashboard: parameters, query and body are passed as one object, and
 * the reply is returned. Other programs use the client in `src/client`, which has no schemas.
 */
export type Client = {
  [Name in keyof AllOperations]: (
    input: Input<AllOperations[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<AllOperations[Name]>>;
};

type AllOperations = Operations & DashboardOperations;

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Operation>({ ...operations, ...dashboardOperations }).map(([name, operation]) => {
    const route = routeOf(operation);
    return [name, (input: Record<string, unknown>, call: CallOptions = {}) => sendRequest(options, route, input, call)];
  });
  return Object.fromEntries(methods) as Client;
}
