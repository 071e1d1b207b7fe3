import type { ModelMessage } from "ai";

const charactersMax = 240_000;
const charactersAfter = 120_000;
const keptMessages = 12;
const resultCharacters = 300;
const filesShownMax = 100;

/**
 * Shortens a conversation that has grown too long for a model, in place. Old tool results go first, because the model can
 * call the tools again; then whole old steps. Prompts and the newest steps stay. Returns whether anything was shortened.
 */
export function compactConversation(messages: ModelMessage[], changedFiles: readonly string[] = []): boolean {
  let size = sizeOf(messages);
  if (size <= charactersMax) return false;
  for (const [index, message] of messages.slice(0, -keptMessages).entries()) {
    if (size <= charactersAfter) break;
    const short = shorten(message);
    size += sizeOfOne(short) - sizeOfOne(message);
    messages[index] = short;
  }
  if (size > charactersMax) removeSteps(messages, changedFiles);
  return true;
}

function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + sizeOfOne(message), 0);
}

// Providers count an image by its size on the screen, not by its bytes.
function sizeOfOne({ content }: ModelMessage): number {
  return JSON.stringify(content, (key, value) => (key === "data" ? "" : value)).length;
}

function shorten(message: ModelMessage): ModelMessage {
  if (message.role === "tool") {
    const content = message.content.map((part) => {
      if (part.type !== "tool-result" || part.output.type !== "text") return part;
      const { value } = part.output;
      if (value.length <= resultCharacters) return part;
      const text = `${value.slice(0, resultCharacters)}\n… (shortened; call the tool again if you need the rest)`;
      return { ...part, output: { type: "text" as const, value: text } };
    });
    return { ...message, content };
  }
  return message.role === "user" ? withoutImages(message) : message;
}

/** A step is a reply with the results of its calls; both go together. */
function removeSteps(messages: ModelMessage[], changedFiles: readonly string[]): void {
  const removed = new Set<number>();
  let size = sizeOf(messages);
  for (let index = 0; index < messages.length - keptMessages && size > charactersAfter; index += 1) {
    if (messages[index]?.role !== "assistant") continue;
    for (let part = index; part === index || messages[part]?.role === "tool"; part += 1) {
      const message = messages[part];
      size -= message === undefined ? 0 : sizeOfOne(message);
      removed.add(part);
    }
  }
  const first = Math.min(...removed);
  const files = changedFiles.slice(0, filesShownMax).join(", ") || "none";
  const note: ModelMessage = {
    role: "user",
    content: `Earlier steps of yours were removed from this conversation to keep it short. Files that you have changed so far: ${files}.`,
  };
  const kept = messages.flatMap((message, index) => (index === first ? [note] : removed.has(index) ? [] : [message]));
  if (removed.size > 0) messages.splice(0, messages.length, ...kept);
}

const noImage = "(The image was left out.)";

/** Replaces the images of a message. */
export function withoutImages(message: ModelMessage): ModelMessage {
  if (message.role !== "user" || typeof message.content === "string") return message;
  const content = message.content.map((part) =>
    part.type === "file" ? { type: "text" as const, text: noImage } : part,
  );
  return { ...message, content };
}

export function hasImages(messages: readonly ModelMessage[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === "user" && typeof content !== "string" && content.some((part) => part.type === "file"),
  );
}
