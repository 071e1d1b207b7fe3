import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import pg from "pg";

const sslRequest = 80_877_103;
const startupVersion = 196_608;
// The parameters that pgbouncer passes on. It refuses all others.
const knownParameters = new Set([
  "user",
  "database",
  "client_encoding",
  "DateStyle",
  "TimeZone",
  "standard_conforming_strings",
  "application_name",
]);

interface ServerConnection {
  socket: Socket;
  client: PoolerClient | undefined;
}

/**
 * A pooler in transaction mode, like pgbouncer: a client has a server connection only during a transaction, and the
 * next transaction gets the connection that was idle the longest. Connections aren't reset in between, so if a client
 * leaves state on a connection, other clients see that state, and its own next transaction may not.
 */
export class TransactionPooler {
  /** How many transactions ran on a different server connection than the same client's previous transaction. */
  switches = 0;
  readonly #databaseUrl: string;
  readonly #serversMax: number;
  readonly #listener: Server;
  readonly #idle: ServerConnection[] = [];
  readonly #waiting: PoolerClient[] = [];
  readonly #sockets = new Set<Socket>();
  #servers = 0;

  constructor(databaseUrl: string, serversMax = 4) {
    this.#databaseUrl = databaseUrl;
    this.#serversMax = serversMax;
    this.#listener = createServer((socket) => {
      this.#track(socket);
      new PoolerClient(this, socket);
    });
  }

  /** Starts the pooler and returns the address of the database behind it. */
  async start(): Promise<string> {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    const address = this.#listener.address();
    const url = new URL(this.#databaseUrl);
    url.port = String(typeof address === "object" && address !== null ? address.port : 0);
    return url.href;
  }

  async stop(): Promise<void> {
    const closed = once(this.#listener, "close");
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  assign(client: PoolerClient): void {
    this.#waiting.push(client);
    if (this.#idle.length === 0 && this.#servers < this.#serversMax) {
      this.#servers += 1;
      this.#connect().catch(() => {
        this.#servers -= 1;
        this.#waiting.shift()?.close();
      });
    }
    this.#serveNext();
  }

  give(server: ServerConnection): void {
    server.client = undefined;
    this.#idle.push(server);
    this.#serveNext();
  }

  #serveNext(): void {
    while (this.#idle.length > 0) {
      const client = this.#waiting.shift();
      const server = client && this.#idle.shift();
      if (client === undefined || server === undefined) return;
      server.client = client;
      client.take(server);
    }
  }

  /** Signs in with a real client, whose socket then belongs to the pooler. */
  async #connect(): Promise<void> {
    const signedIn = new pg.Client({ connectionString: this.#databaseUrl });
    signedIn.on("error", () => {});
    await signedIn.connect();
    const socket = (signedIn as unknown as { connection: { stream: Socket } }).connection.stream;
    socket.removeAllListeners("data");
    this.#track(socket);
    const server: ServerConnection = { socket, client: undefined };
    readMessages(socket, (message) => server.client?.answer(message));
    socket.once("close", () => {
      this.#servers -= 1;
      const index = this.#idle.indexOf(server);
      if (index !== -1) this.#idle.splice(index, 1);
      server.client?.close();
    });
    this.give(server);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

class PoolerClient {
  readonly #pooler: TransactionPooler;
  readonly #socket: Socket;
  #server: ServerConnection | undefined;
  #lastServer: ServerConnection | undefined;
  #held: Buffer[] = [];
  /** The number of outstanding answers. */
  #answers = 0;
  #isBetweenMessages = true;

  constructor(pooler: TransactionPooler, socket: Socket) {
    this.#pooler = pooler;
    this.#socket = socket;
    socket.once("close", () => this.#server?.socket.destroy());
    this.#expectStartup();
  }

  take(server: ServerConnection): void {
    if (this.#socket.destroyed) {
      this.#pooler.give(server);
      return;
    }
    if (this.#lastServer !== undefined && this.#lastServer !== server) this.#pooler.switches += 1;
    this.#server = server;
    this.#lastServer = server;
    server.socket.write(Buffer.concat(this.#held));
    this.#held = [];
  }

  answer(message: Buffer): void {
    this.#socket.write(message);
    if (typeOf(message) !== "Z") return;
    this.#answers -= 1;
    const isOutsideTransaction = message.toString("latin1", 5, 6) === "I";
    if (this.#answers === 0 && isOutsideTransaction && this.#isBetweenMessages && this.#server !== undefined) {
      const server = this.#server;
      this.#server = undefined;
      this.#pooler.give(server);
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #expectStartup(): void {
    this.#socket.once("data", (packet: Buffer) => {
      if (packet.readInt32BE(4) === sslRequest) {
        this.#socket.write("N");
        this.#expectStartup();
        return;
      }
      if (packet.readInt32BE(4) !== startupVersion) {
        this.close();
        return;
      }
      const words = packet.toString("utf8", 8).split("\0");
      const unknown = words.find((word, index) => index % 2 === 0 && word !== "" && !knownParameters.has(word));
      if (unknown !== undefined) {
        const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`;
        this.#socket.end(encode("E", Buffer.from(text)));
        return;
      }
      // An invented process ID, like those of real poolers.
      const key = Buffer.alloc(8, 0x11);
      const greeting = [encode("R", Buffer.alloc(4)), encode("K", key), encode("Z", Buffer.from("I"))];
      this.#socket.write(Buffer.concat(greeting));
      readMessages(this.#socket, (message) => this.#receive(message));
    });
  }

  #receive(message: Buffer): void {
    const type = typeOf(message);
    if (type === "X") {
      this.close();
      return;
    }
    const isComplete = type === "Q" || type === "S";
    this.#isBetweenMessages = isComplete;
    if (isComplete) this.#answers += 1;
    if (this.#server !== undefined) {
      this.#server.socket.write(message);
      return;
    }
    this.#held.push(message);
    if (this.#held.length === 1) this.#pooler.assign(this);
  }
}

/** A message consists of a letter, a length that includes itself, and the content. */
function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 5 && received.length >= 1 + received.readInt32BE(1)) {
      const end = 1 + received.readInt32BE(1);
      const message = received.subarray(0, end);
      received = received.subarray(end);
      onMessage(message);
    }
  });
}

function typeOf(message: Buffer): string {
  return message.toString("latin1", 0, 1);
}

function encode(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
