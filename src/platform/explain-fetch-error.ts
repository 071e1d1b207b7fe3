/** Turns network errors, which are worded for programmers, into a plain sentence about the host. */
export function explainFetchError(error: unknown, host: string): string {
  const { code = "", name = "", message = "", kind, cause } = (error ?? {}) as FetchError;
  // The guarded fetch reports a refused address with its own error.
  if (kind === "network") return `The host ${host} can't be found; check the address.`;
  if (kind === "refused" && !message.includes("https://")) {
    return `${host} isn't on the public internet. The operator can allow it in LECTERN_ALLOWED_HOSTS.`;
  }
  if (kind !== undefined) return message;
  const codes = `${code} ${cause?.code ?? ""} ${cause?.cause?.code ?? ""}`;
  if (name === "TimeoutError" || name === "AbortError") return `${host} didn't answer in time.`;
  if (/CERT|SIGNED|SSL|TLS/.test(codes)) return `The certificate of ${host} isn't valid.`;
  if (codes.includes("ECONNREFUSED")) return `${host} refused the connection.`;
  return `${host} can't be reached.`;
}

interface FetchError {
  code?: string;
  name?: string;
  message?: string;
  /** The kind of a GitError, whose message is meant for people. */
  kind?: string;
  cause?: { code?: string; cause?: { code?: string } };
}
