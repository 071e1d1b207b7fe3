import { clientOptions } from "../../api/client.ts";
import type { ConnectionOptions } from "./draft-connection.ts";

/** Statuses that don't go away by trying again. */
const refusals = new Set([401, 403, 404, 409]);

/** The WebSocket of the browser, authenticated by the session cookie. */
export function openBrowserSocket(
  projectId: string,
  draftId: string,
): Pick<ConnectionOptions, "openSocket" | "findRefusal"> {
  const path = `/v1/dashboard/project/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(draftId)}/live`;
  return {
    openSocket({ onMessage, onClose }) {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`);
      socket.binaryType = "arraybuffer";
      socket.onmessage = ({ data }) => onMessage(new Uint8Array(data));
      socket.onclose = ({ code }) => onClose(code);
      return socket;
    },
    // A browser doesn't say why a WebSocket was refused; the same address without one does.
    async findRefusal() {
      try {
        const reply = await clientOptions.fetch?.(path, { method: "GET", headers: {} });
        if (reply === undefined || !refusals.has(reply.status)) return undefined;
        const { error } = (await reply.json()) as { error?: string };
        return error ?? "The server refuses the connection.";
      } catch {
        return undefined;
      }
    },
  };
}
