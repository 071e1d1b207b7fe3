import type { ServerResponse } from "node:http";
import { describeProblem } from "../site/project.ts";
import type { LiveState } from "./live-site.ts";

interface StateEvents {
  /** Streams the current state and all later ones to a browser. */
  listen(response: ServerResponse): void;
  send(state: LiveState): void;
  close(): void;
}

const listenersMax = 100;
const errorsMax = 20;
const beatMilliseconds = 15_000;

/** Server-sent events for the script in every page of a preview. `name` returns the name of a state's revision. */
export function createStateEvents(name: (state: LiveState) => string, current: () => LiveState): StateEvents {
  const listeners = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  // Some proxies close connections that are silent for long.
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
