/** The database can't be reached, or it ended this connection or statement. The same work may succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    // A host name with several addresses fails with one error per address, and the aggregate error has no message.
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    super(first instanceof Error ? first.message : String(first), { cause });
    this.name = "DatabaseUnavailable";
  }
}

/**
 * Statement errors caused by the server or the connection become DatabaseUnavailable; other errors are returned
 * unchanged.
 */
export function explainPostgresError(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailable(error) : error;
}

/** Whether PostgreSQL rolled the transaction back because of other transactions. It can simply be repeated. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && conflictCodes.has(String(error.code));
}

// Serialization failures and deadlocks.
const conflictCodes = new Set(["40001", "40P01"]);
// Connection exceptions, refused credentials, a missing database, insufficient resources (a full disk is reported as such)
// and operator intervention (restart, shutdown, canceled by a timeout).
const serverCodes = /^(08|28|3D|53(?!100)|57)/;
// A server that became a read-only replica, and a transaction that the server ended because it was idle.
const transactionCodes = new Set(["25006", "25P03"]);
const sqlState = /^[0-9A-Z]{5}$/;
const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);
// pg reports these without a code.
const lostConnection = /^Connection terminated|^Client has encountered a connection error|^Query read timeout/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = "code" in error ? String(error.code) : "";
  return sqlState.test(code)
    ? serverCodes.test(code) || transactionCodes.has(code)
    : networkCodes.has(code) || lostConnection.test(error.message);
}
