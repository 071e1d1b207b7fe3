import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as sendRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../faults/queue-test-support.ts";

const nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"].find((path) => existsSync(path));

interface FrontProxy {
  port: number;
  /** Where everything below the base path goes. */
  upstream: { port: number; host: string };
  basePath: string;
}

/** The web server of a domain that shows a site below a path: nginx, or a proxy in this process where nginx is missing. */
export async function startFrontProxy(proxy: FrontProxy): Promise<() => Promise<void>> {
  const stop = nginx === undefined ? await startPlainProxy(proxy) : await startNginx(nginx, proxy);
  await until(() => accepts(proxy.port), { timeoutSeconds: 60, intervalMilliseconds: 20 });
  return stop;
}

/** The recipe of docs/guides/base-path.mdx. */
async function startNginx(program: string, { port, upstream, basePath }: FrontProxy): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http {
  access_log off; ${temporary.join(" ")}
  server {
    listen 127.0.0.1:${port};
    location / { return 200 "The company's own website.\\n"; }
    location ~ ^${basePath}(?:/|$) {
      proxy_pass http://127.0.0.1:${upstream.port};
      proxy_set_header Host ${upstream.host};
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
    }
  }
}
`;
  await writeFile(join(folder, "nginx.conf"), config);
  const server = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")]);
  return async () => {
    await ended(server);
    await rm(folder, { recursive: true, force: true });
  };
}

function ended(server: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => server.once("exit", resolve));
  return server.kill("SIGTERM") ? exit : Promise.resolve();
}

async function startPlainProxy({ port, upstream, basePath }: FrontProxy): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const { url = "/", method, headers } = request;
    if (!`${url.split("?", 1)[0]}/`.startsWith(`${basePath}/`))
      return void response.end("The company's own website.\n");
    const options = { port: upstream.port, host: "127.0.0.1", path: url, method, agent: false };
    const forwarded = sendRequest({ ...options, headers: { ...headers, host: upstream.host } }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function accepts(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isOpen: true | undefined) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(undefined));
  });
}
