import type { ServerResponse } from "node:http";
import { describeProblem } from "../site/ground/build-problem.ts";
import type { LiveState } from "./live-site.ts";

interface StateEvents {
  /** Tells one browser what is shown now, and everything after it, until it leaves. */
  listen(response: ServerResponse): void;
  send(state: LiveState): void;
  close(): void;
}

const listenersMax = 100;
const errorsMax = 20;
const beatMilliseconds = 15_000;

/** Server-sent events for the script in every page of a preview. `name` makes a revision of the state a name. */
export function createStateEvents(name: (state: LiveState) => string, current: () => LiveState): StateEvents {
  const listeners = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  // A connection that is quiet for long is taken for a dead one by some proxies.
  const beat = setInterval(() => write(":\n\n"), beatMilliseconds);
  beat.unref();

  function messageOf(state: LiveState): string {
    const errors = state.problems.filter((problem) => problem.severity === "error").map(describeProblem);
    const shown = { revision: name(state), changed: state.changed, errors: errors.slice(0, errorsMax) };
    return `data: ${JSON.stringify(shown)}\n\n`;
  }

  return {
    listen(response) {
      if (listeners.size >= listenersMax) {
        response.writeHead(503).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(messageOf(current()));
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
    },
    send: (state) => write(messageOf(state)),
    close() {
      clearInterval(beat);
      for (const listener of listeners) listener.end();
    },
  };
}
