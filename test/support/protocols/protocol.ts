import type { IncomingHttpHeaders } from "node:http";

export interface SeenMessage {
  role: string;
  content: unknown;
}

/** The contents of a request, independent of its protocol. */
export interface AskedModel {
  model: string;
  messages: SeenMessage[];
  tools: string[];
}

interface UsedTokens {
  input: number;
  output: number;
}

/** Writes one reply in the provider's streaming format. */
interface ReplyWriter {
  begin(): void;
  thought(text: string): void;
  text(text: string): void;
  call(id: string, name: string, input: unknown): void;
  end(finish: string, usage: UsedTokens): void;
}

/** How a provider's server reads requests and writes replies. */
export interface Protocol {
  contentType: string;
  /** `host` is the host that the client wanted to reach. */
  matches(path: string, host: string): boolean;
  isAuthorized(headers: IncomingHttpHeaders, key: string): boolean;
  read(path: string, body: Record<string, unknown>): AskedModel;
  /** The reason why the real server would refuse this request. */
  findProblem?(body: Record<string, unknown>, headers: IncomingHttpHeaders): string | undefined;
  failure(status: number, message: string): object;
  open(write: (chunk: string | Buffer) => void, asked: AskedModel): ReplyWriter;
}

export const hasBearer = ({ authorization }: IncomingHttpHeaders, key: string) => authorization === `Bearer ${key}`;

export function sendEvent(write: (chunk: string) => void, data: object, name?: string): void {
  write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
}
