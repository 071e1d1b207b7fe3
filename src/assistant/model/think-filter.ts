const tags = ["think", "thinking", "reasoning"] as const;

/**
 * Drops the reasoning that some servers leave in the text, between `<think>` and `</think>`. Reasoning is only
 * recognized at the beginning of a step: later on, the same tag is part of an answer about such tags.
 */
export function createThinkFilter() {
  let held = "";
  let state: "beginning" | "thinking" | "answering" = "beginning";
  let closing = "";

  function push(text: string): string {
    if (state === "answering") return text;
    held += text;
    if (state === "beginning") {
      const start = held.trimStart();
      const tag = tags.find((name) => start.startsWith(`<${name}>`));
      if (tag === undefined) {
        if (tags.some((name) => `<${name}>`.startsWith(start))) return "";
        state = "answering";
        return take();
      }
      state = "thinking";
      closing = `</${tag}>`;
    }
    const end = held.indexOf(closing);
    if (end === -1) {
      // Keep only the end of the text: the closing tag may begin there.
      held = held.slice(-closing.length);
      return "";
    }
    held = held.slice(end + closing.length);
    state = "beginning";
    return push("");
  }

  function take(): string {
    const text = held;
    held = "";
    return text;
  }

  return {
    push,
    /** Ends a step and returns the held text. The next step may begin with reasoning again. */
    end(): string {
      const rest = state === "beginning" ? take() : "";
      held = "";
      state = "beginning";
      return rest;
    },
  };
}
