import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "vite";
import { dashboardConfig } from "../../web/dashboard/build/dashboard-config.ts";

const entry = "/virtual/harness.jsx";
const source = join(import.meta.dirname, "../../web/dashboard/editor/source");

/** Two people on one page, side by side, without a server. */
const page = (text: string, facts: object) => `
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { applyUpdate, Doc, UndoManager } from "yjs";
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from "y-protocols/awareness";
import { SourceEditor } from "${source}/source-editor.tsx";
import { MergeView } from "${source}/merge-view.tsx";
import { Toasts } from "${source}/../../ui/toast.tsx";
import "${source}/../../style.css";

const options = new URLSearchParams(location.search);
document.documentElement.dataset.theme = options.get("theme") ?? "light";
const facts = { ...${JSON.stringify(facts)}, findIcons: async () => ["rocket"], readAnchors: async () => [{ id: "start", title: "Start", level: 2 }] };
const docs = [new Doc(), new Doc()];
const sessions = docs.map((doc, index) => {
  const text = doc.getText("source");
  const awareness = new Awareness(doc);
  awareness.setLocalStateField("user", { name: ["Ada", "Eve"][index], color: ["#7c3aed", "#0f766e"][index] });
  return { draftId: "drf_1", path: options.get("path") ?? "page.mdx", text, undo: new UndoManager(text), awareness, canWrite: !options.has("readonly") || index === 1 };
});
for (const [one, other] of [[0, 1], [1, 0]]) {
  docs[one].on("update", (update, origin) => origin !== "relay" && applyUpdate(docs[other], update, "relay"));
  sessions[one].awareness.on("update", ({ added, updated, removed }, origin) => origin !== "relay" && applyAwarenessUpdate(sessions[other].awareness, encodeAwarenessUpdate(sessions[one].awareness, [...added, ...updated, ...removed]), "relay"));
}
sessions[0].text.insert(0, ${JSON.stringify(text)});
for (const { undo } of sessions) undo.clear();
window.harness = { sessions, places: [[], []], asked: [], merged: undefined };
document.addEventListener("keydown", (event) => { window.harness.outside = event.key; });

function Pane({ index }) {
  const [place, setPlace] = useState({ start: 0, end: 0 });
  const [problems, setProblems] = useState([]);
  window.harness["set" + index] = { setPlace, setProblems };
  return h("section", { style: undefined, className: "h-dvh min-w-0 flex-1 border-line border-r" }, h(SourceEditor, {
    session: sessions[index], place, problems, facts,
    onPlace: (next) => { window.harness.places[index].push(next); setPlace(next); },
    onAsk: (at) => window.harness.asked.push(at), onComment: () => {},
  }));
}

const merge = h("div", { className: "h-dvh p-4" }, h(MergeView, {
  base: "# Title\\n\\nOne\\n\\nTwo\\n\\nThree\\n", mine: "# Title\\n\\nOne of mine\\n\\nTwo\\n\\nThree and me\\n", theirs: "# Their title\\n\\nOne of theirs\\n\\nTwo\\n\\nThree\\n",
  onChange: (result) => { window.harness.merged = result; },
}));
const both = h("main", { className: "flex" }, h(Pane, { index: 0 }), h(Pane, { index: 1 }));
createRoot(document.querySelector("#root")).render(h(StrictMode, null, options.get("view") === "merge" ? merge : both, h(Toasts)));
`;

export interface SourceHarness {
  url: string;
  close(): void;
}

/** Serves only source mode, with the dashboard's content security policy. */
export async function startSourceHarness(text: string, facts: object): Promise<SourceHarness> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-source-"));
  const dashboard = dashboardConfig(folder);
  const harness = {
    name: "harness",
    resolveId: (id: string) => (id === entry ? join(source, "harness.jsx") : null),
    load: (id: string) => (id === join(source, "harness.jsx") ? page(text, facts) : null),
  };
  await build({
    ...dashboard,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [...(dashboard.plugins ?? []), harness],
    build: {
      ...dashboard.build,
      cssTarget: ["chrome125"],
      minify: false,
      rolldownOptions: {
        ...dashboard.build?.rolldownOptions,
        input: entry,
        output: { entryFileNames: "harness.js", assetFileNames: "-/[name][extname]" },
      },
    },
  });
  const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };
  const index =
    '<!doctype html><html lang="en"><title>Source</title><link rel="stylesheet" href="/dashboard/-/harness.css"><div id="root"></div><script type="module" src="/dashboard/harness.js"></script>';
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/") {
      reply.setHeader("content-security-policy", policy).setHeader("content-type", "text/html").end(index);
      return;
    }
    try {
      const file = readFileSync(join(folder, pathname.replace(/^\/dashboard\//, "").replaceAll("..", "")));
      reply.setHeader("content-type", types[extname(pathname)] ?? "application/octet-stream").end(file);
    } catch {
      reply.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same policy as in src/dashboard/app/routes.ts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";
