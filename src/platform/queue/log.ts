/** What the queue says to whoever runs the server; a pino logger is one. */
export interface QueueLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
