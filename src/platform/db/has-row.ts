interface Query {
  executeTakeFirst(): Promise<unknown>;
}

/** A query that may have no result. A statement without `returning` always has one. */
type WithRows<Statement extends Query> =
  undefined extends Awaited<ReturnType<Statement["executeTakeFirst"]>> ? Statement : never;

/** Whether a query finds a row, or a statement with `returning` has changed one. */
export async function hasRow<Statement extends Query>(query: WithRows<Statement>): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
