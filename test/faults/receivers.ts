import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** How the receivers fail. With `lose-answer`, they keep what they got but report a failure, so it is sent again. */
export type ReceiverMood = "well" | "refuse" | "hang" | "lose-answer";

/** Stand-ins for a server that receives webhooks and a mail server. They keep everything that arrives. */
export interface Receivers {
  webhookUrl: string;
  smtpUrl: string;
  /** By the ID of the event, which is the same for every attempt. */
  events: Map<string, { type: string; subject: string; times: number }>;
  /** By the Message-ID, which is the same for every attempt. */
  mails: Map<string, { to: string; times: number }>;
  setMood(mood: ReceiverMood): void;
  close(): void;
}

export async function startReceivers(): Promise<Receivers> {
  const events: Receivers["events"] = new Map();
  const mails: Receivers["mails"] = new Map();
  let mood: ReceiverMood = "well";
  let waiting: (() => void)[] = [];
  /** Whether the sender is told that it worked. A hanging receiver answers only when it is well again. */
  const receive = (keep: () => void, answer: (isWell: boolean) => void) => {
    if (mood === "hang") return void waiting.push(() => answer(false));
    if (mood !== "refuse") keep();
    answer(mood === "well");
  };
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    const { id, number } = data.update ?? data.job ?? data.pullRequest ?? {};
    const subject = id ?? `${data.project?.id} #${number}`;
    receive(
      () => keepOnce(events, String(request.headers["webhook-id"]), { type, subject }),
      (isWell) => void response.writeHead(isWell ? 204 : 503).end(),
    );
  });
  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, callback) {
      let raw = "";
      stream.setEncoding("utf8").on("data", (text) => {
        raw += text;
      });
      stream.on("end", () => {
        const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? "";
        receive(
          () => keepOnce(mails, id, { to: envelope.rcptTo.map(({ address }) => address).join() }),
          (isWell) => callback(isWell ? null : Object.assign(new Error("Try again later."), { responseCode: 451 })),
        );
      });
    },
  });
  // A sender that is killed leaves broken connections.
  smtp.on("error", () => {});
  await Promise.all([
    new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve)),
    new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve)),
  ]);
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  return {
    webhookUrl: `http://127.0.0.1:${portOf(http)}/events`,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    events,
    mails,
    setMood(changed) {
      mood = changed;
      const answers = waiting;
      waiting = [];
      for (const answer of answers) answer();
    },
    close() {
      http.close();
      http.closeAllConnections();
      smtp.close();
    },
  };
}

function keepOnce<Item extends { times: number }>(kept: Map<string, Item>, id: string, item: Omit<Item, "times">) {
  kept.set(id, { ...item, times: (kept.get(id)?.times ?? 0) + 1 } as Item);
}
