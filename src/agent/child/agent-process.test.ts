import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AgentProcess, startAgentProcess } from "./agent-process.ts";

const crlf = "---\r\ntitle: Lines\r\n---\r\n\r\nOne line.\r\nAnother one.\r\n";
const pages = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "ACME",
    colors: { primary: "#3b5bdb" },
    navigation: { $ref: "./navigation.json" },
  }),
  "navigation.json": JSON.stringify({ pages: ["index", "windows"] }),
  "prices.json": "{}",
  "index.mdx": "---\ntitle: Home\n---\n\nThe first words.\n\nThe last words.\n",
  "windows.mdx": crlf,
  ".env": "SECRET=1",
  "logo.png": Buffer.from([0x89, 0, 1, 2]),
};

/** All tests share one process, so each test undoes its changes. */
describe("the process of the agent", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-agent-"));
  let agent: AgentProcess;
  beforeAll(async () => {
    for (const [path, content] of Object.entries(pages)) writeFileSync(join(folder, path), content);
    const files = Object.entries(pages).map(([path, content]) => ({ path, bytes: Buffer.byteLength(content) }));
    process.env.LECTERN_MODEL_KEY = "sk-of-the-parent";
    agent = await startAgentProcess(
      {
        folder,
        files,
        renames: [],
        removed: [],
        settingsParts: ["navigation.json"],
        openedPaths: ["examples/"],
        fileBytesMax: 100_000,
      },
      AbortSignal.timeout(60_000),
    );
    delete process.env.LECTERN_MODEL_KEY;
  });
  afterAll(async () => {
    await agent.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const tool = async (name: string, input: unknown) => {
    const answer = await agent.call("tool", { name, input });
    await agent.call("restore", { changes: answer.changes });
    return answer;
  };

  test.runIf(process.platform === "linux")(
    "the agent's process sees none of the server's environment variables and can't write files",
    () => {
      const child = descendantsOf(process.pid).find(isAgent);
      const names = readFileSync(`/proc/${child}/environ`, "utf8")
        .split("\0")
        .map((variable) => variable.split("=")[0])
        .filter((name) => name !== "");
      expect(names.sort()).toEqual(["HOME", "LC_ALL", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "TZ"]);
      const flags = readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0");
      expect(flags).toContain("--permission");
      expect(flags.filter((flag) => /allow-fs-write|allow-child|allow-worker/.test(flag))).toEqual([]);
    },
  );

  test.runIf(process.platform === "linux")(
    "the agent's process has a lower priority than the server and stays in its worker's session",
    () => {
      const own = statOf(process.pid);
      const agents = descendantsOf(process.pid).filter(isNode).map(statOf);
      expect(agents.length).toBeGreaterThan(0);
      for (const fields of agents) {
        expect({ niceness: Number(fields[niceness]), session: fields[session] }).toEqual({
          niceness: Math.max(10, Number(own[niceness])),
          session: own[session],
        });
      }
    },
  );

  test("the agent reads numbered lines of the docs, but no hidden, binary or outside files", async () => {
    expect((await tool("read_file", { path: "/index.mdx", from_line: 5, to_line: 5 })).text).toBe(
      "5\tThe first words.\n… 8 lines in all",
    );
    for (const path of [".env", "logo.png", "/etc/passwd", "../x.mdx", "", "."]) {
      expect(await tool("read_file", { path }), path).toMatchObject({ ok: false });
    }
    expect((await tool("list_files", {})).text.split("\n")).toEqual([
      "docs.json",
      "index.mdx",
      "logo.png",
      "navigation.json",
      "prices.json",
      "windows.mdx",
    ]);
  });

  test("the agent finds lines by their text and pages by their topic", async () => {
    expect((await tool("search_text", { query: "LAST words" })).text).toBe("index.mdx:7: The last words.");
    expect((await tool("search_docs", { query: "another line" })).text).toMatch(/^windows\.mdx \(Lines\)/);
  });

  test("an edit needs unique text and keeps line endings, and a refused edit is explained", async () => {
    const edit = (path: string, oldText: string, newText: string) =>
      tool("edit_file", { path, old_text: oldText, new_text: newText });
    expect((await edit("index.mdx", "words.", "x")).text).toContain("2 times");
    expect((await edit("index.mdx", "The  first words", "x")).text).toContain('Nearest lines: 5: "The first words."');
    const done = await edit("windows.mdx", "One line.\nAnother one.", "One.\nTwo.");
    expect(done.changes).toEqual([
      { path: "windows.mdx", content: crlf.replace("One line.\r\nAnother one.", "One.\r\nTwo.") },
    ]);
    expect(done.edits[0]?.diff).toContain("+Two.");
    expect(await edit("windows.mdx", "One.", "One.")).toMatchObject({ ok: false, changes: [] });
    expect(await edit("windows.mdx", "One.\nTwo.", "One line.\nAnother one.")).toMatchObject({ ok: true });
  });

  test("an edit that was reverted is not a change, and the disk stays unchanged", async () => {
    const before = await agent.call("changes", {});
    await tool("write_file", { path: "new.mdx", content: "x" });
    await tool("delete_file", { path: "new.mdx" });
    await tool("write_file", { path: "index.mdx", content: "y" });
    expect(await agent.call("changes", {})).toEqual([...before, { path: "index.mdx", content: "y" }]);
    expect(readFileSync(join(folder, "index.mdx"), "utf8")).toBe(pages["index.mdx"]);
    await tool("write_file", { path: "index.mdx", content: pages["index.mdx"] });
    expect(await agent.call("changes", {})).toEqual(before);
    expect(await tool("delete_file", { path: "docs.json" })).toMatchObject({ ok: false });
  });

  test("several edits of a file are made together or not at all", async () => {
    const edits = [
      { old_text: "The first words.", new_text: "The 1st words." },
      { old_text: "The lost words.", new_text: "The end." },
    ];
    const refused = await tool("edit_file", { path: "index.mdx", edits });
    expect(refused).toMatchObject({ ok: false, text: expect.stringContaining("because of edit 2") });
    expect((await tool("read_file", { path: "index.mdx" })).text).toContain("The first words.");
    const both = [edits[0], { old_text: "The last words.", new_text: "The end." }];
    expect(await tool("edit_file", { path: "index.mdx", edits: both })).toMatchObject({ ok: true });
    expect((await tool("read_file", { path: "index.mdx" })).text).toMatch(/The 1st words\.[\s\S]*The end\./);
    await tool("write_file", { path: "index.mdx", content: pages["index.mdx"] });
  });

  test("a search by regular expression finds lines, and one that backtracks is stopped", async () => {
    const search = (query: string) => tool("search_text", { query, is_regular_expression: true });
    expect((await search("^the (first|last)\\b")).text).toBe(
      "index.mdx:5: The first words.\nindex.mdx:7: The last words.",
    );
    expect(await search("(")).toMatchObject({ ok: false, text: expect.stringContaining("Invalid regular expression") });
    await tool("write_file", { path: "index.mdx", content: `---\ntitle: Home\n---\n\n${"a".repeat(60)}!\n` });
    expect(await search("(a+)+$")).toMatchObject({ ok: false, text: expect.stringContaining("takes too long") });
    await tool("write_file", { path: "index.mdx", content: pages["index.mdx"] });
  });

  test("a folder is moved with its pages and navigation entries", async () => {
    await tool("move_page", { from: "windows.mdx", to: "old/lines.mdx" });
    expect(await tool("move_page", { from: "old", to: "new" })).toMatchObject({ ok: true });
    expect((await tool("read_file", { path: "navigation.json" })).text).toContain("new/lines");
    expect(await tool("move_page", { from: "new/lines.mdx", to: "windows.mdx" })).toMatchObject({ ok: true });
    for (const path of ["docs.json", "navigation.json"] as const) {
      await agent.call("restore", { changes: [{ path, content: pages[path] }] });
    }
  });

  test("an absolute path outside the docs isn't taken for one inside", async () => {
    expect(await tool("write_file", { path: "/tmp/evil.mdx", content: "x" })).toMatchObject({
      ok: false,
      text: expect.stringContaining("outside the docs"),
    });
  });

  test("the agent can write in a folder that an admin allows", async () => {
    expect(await tool("write_file", { path: "examples/start.ts", content: "go();" })).toMatchObject({ ok: true });
    expect(await tool("delete_file", { path: "examples/start.ts" })).toMatchObject({ ok: true });
  });

  test("the agent can write files included in docs.json, but no other files that aren't pages", async () => {
    const edit = (oldText: string, newText: string) =>
      tool("edit_file", { path: "navigation.json", old_text: oldText, new_text: newText });
    expect(await edit('"index"', '"index" ')).toMatchObject({ ok: true });
    expect(await edit('"index" ', '"index"')).toMatchObject({ ok: true });
    expect(await tool("write_file", { path: "prices.json", content: "[]" })).toMatchObject({
      ok: false,
      text: expect.stringContaining("isn't documentation"),
    });
  });

  test("moving a page updates its links and navigation entries", async () => {
    const moved = await tool("move_page", { from: "windows.mdx", to: "start/lines.mdx" });
    expect(moved).toMatchObject({ ok: true, text: expect.stringContaining("is now start/lines.mdx") });
    expect((await tool("read_file", { path: "navigation.json" })).text).toContain("start/lines");
    expect(await tool("read_file", { path: "windows.mdx" })).toMatchObject({ ok: false });
    expect(await tool("move_page", { from: "start/lines.mdx", to: "windows.mdx" })).toMatchObject({ ok: true });
  });
});

// The positions of the fields in /proc/PID/stat, where the process state is field 0.
const [session, niceness] = [3, 16];

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function descendantsOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const children = list === "" ? [] : list.split(" ").map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function isAgent(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("agent-child");
}

/** Whether this is the agent's process and not the sandbox around it. */
function isNode(pid: number): boolean {
  return isAgent(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`${process.execPath}\0`);
}
