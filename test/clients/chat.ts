import type { ChatInit, ChatState, ChatStatus, UIMessage } from "ai";

/** The chat client of one version of the SDK, as its users import it. */
export interface ChatModule {
  AbstractChat: typeof import("ai").AbstractChat;
  DefaultChatTransport: typeof import("ai").DefaultChatTransport;
}

/**
 * One version of each major. Of the majors that still get patches, that is the first one, because early patches reject
 * some input that later patches accept; of the newest, the one that Lectern itself uses.
 */
export const chatVersions: readonly [name: string, load: () => Promise<ChatModule>][] = [
  ["5.0.0", async () => (await import("ai-v5-0")) as unknown as ChatModule],
  ["6.0.0", async () => (await import("ai-v6-0")) as unknown as ChatModule],
  ["7.0.169", async () => await import("ai")],
];

export interface ChatOptions {
  url: string;
  key: string;
  /** Sent with every request, as documented. */
  body: Record<string, unknown>;
}

export interface Chat {
  messages: UIMessage[];
  status: ChatStatus;
  error: Error | undefined;
  /** How many requests were sent. */
  requests: number;
  ask(text: string): Promise<void>;
  regenerate(): Promise<void>;
}

/** Opens a chat that keeps its messages in memory. It uses all of the SDK except rendering. */
export async function openChat(load: () => Promise<ChatModule>, { url, key, body }: ChatOptions): Promise<Chat> {
  const { AbstractChat, DefaultChatTransport } = await load();
  let requests = 0;
  const transport = new DefaultChatTransport<UIMessage>({
    api: url,
    headers: { authorization: `Bearer ${key}` },
    body,
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
  class MemoryChat extends AbstractChat<UIMessage> {
    constructor(init: ChatInit<UIMessage>) {
      super({ ...init, state: memoryState() });
    }
  }
  const chat = new MemoryChat({ transport });
  return {
    get messages() {
      return chat.messages;
    },
    get status() {
      return chat.status;
    },
    get error() {
      return chat.error;
    },
    get requests() {
      return requests;
    },
    ask: (text) => chat.sendMessage({ text }),
    regenerate: () => chat.regenerate(),
  };
}

export function textOf(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

function memoryState(): ChatState<UIMessage> {
  return {
    status: "ready",
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.map((other, place) => (place === index ? message : other));
    },
    snapshot: (value) => structuredClone(value),
  };
}
