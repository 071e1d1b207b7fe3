import { useEffect, useState } from "preact/hooks";
import type { Conversation } from "./conversation.ts";

/** Draws again when the conversation has changed, at most once a frame: an answer comes in hundreds of pieces. */
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
