/** Why a host may not be, or can't be, connected to. The message is meant for users. */
export class OutgoingError extends Error {
  readonly kind: "refused" | "network";

  constructor(kind: "refused" | "network", message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutgoingError";
    this.kind = kind;
  }
}
