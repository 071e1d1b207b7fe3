import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const docs = join(import.meta.dirname, "../../docs/assistant");

/** The code block in a page of the docs whose info string starts with this. */
export function codeOf(page: string, info: string): string {
  const text = readFileSync(join(docs, page), "utf8");
  const code = text.split(`\`\`\`${info}`)[1]?.split("\n```")[0];
  if (code === undefined) throw new Error(`${page} has no code block "${info}"`);
  return code.slice(code.indexOf("\n") + 1);
}

/** A documented component as a script that renders it, bundled with the libraries that users would install. */
export async function bundleExample(code: string, alias: Record<string, string>): Promise<string> {
  const entry = join(import.meta.dirname, "documented-example.tsx");
  const source = `import { createRoot } from "react-dom/client";\n${code}\ncreateRoot(document.body).render(<AssistantChat />);\n`;
  const example: Plugin = {
    name: "documented-example",
    enforce: "pre",
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? source : undefined),
  };
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [example],
    resolve: { alias },
    // In the test runner's own mode, React would include its development tools.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, minify: false, rolldownOptions: { input: entry, output: { codeSplitting: false } } },
  });
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    "output" in result ? result.output : [],
  );
  if (chunk?.type !== "chunk") throw new Error("The example was not built.");
  return chunk.code;
}

export interface ForeignSite {
  url: string;
  close(): void;
}

/** Another website, with a policy that allows requests to the API only. */
export async function serveForeignSite(apiUrl: string, scripts: ReadonlyMap<string, string>): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const script = scripts.get((request.url ?? "").replace(/^\/|\.js$/g, ""));
    if (request.url?.endsWith(".js")) {
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" });
      return response.end(script);
    }
    response.writeHead(script === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src 'self'; connect-src ${apiUrl}`,
    });
    response.end(
      `<!doctype html><title>Elsewhere</title><body><script type="module" src="${request.url}.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
