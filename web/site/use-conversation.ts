import { useEffect, useState } from "preact/hooks";
import type { Conversation } from "./conversation.ts";

/** Renders when the conversation changes, at most once per frame: an answer arrives in hundreds of pieces. */
export function useConversation(conversation: Conversation): void {
  const [, draw] = useState(0);
  useEffect(() => {
    let frame: number | undefined;
    const changed = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        draw((count) => count + 1);
      });
    };
    const leave = conversation.subscribe(changed);
    changed();
    return () => {
      leave();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [conversation]);
}
