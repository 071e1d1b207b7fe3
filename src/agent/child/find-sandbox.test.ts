import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../git/git-test-support.ts";
import { findSandbox, sandboxArguments } from "./find-sandbox.ts";

const sandbox = await findSandbox();

test.skipIf(sandbox === undefined)("a process in the sandbox can read its folders and nothing else", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "page.mdx"), "# Words");
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;

  const script = `
    const fs = require("node:fs");
    const attempt = (name, work) => { try { return [name, String(work())]; } catch (error) { return [name, error.code]; } };
    const socket = require("node:net").connect(${port}, "127.0.0.1");
    const tell = (network) => console.log(JSON.stringify(Object.fromEntries([
      attempt("own", () => fs.readFileSync(${JSON.stringify(join(folder, "page.mdx"))})),
      attempt("write", () => fs.writeFileSync(${JSON.stringify(join(folder, "new"))}, "")),
      attempt("passwords", () => fs.readFileSync("/etc/passwd")),
      attempt("home", () => fs.readdirSync("/root")),
      attempt("terminal", () => fs.openSync("/dev/tty", "r+")),
      ["network", network],
    ])));
    socket.on("connect", () => { tell("reached"); socket.destroy(); });
    socket.on("error", (error) => tell(error.code));`;
  const args = [...sandboxArguments([folder]), process.execPath, "-e", script];
  const { stdout } = await promisify(execFile)(sandbox?.program ?? "", args, { env: {} });
  expect(JSON.parse(stdout)).toEqual({
    own: "# Words",
    write: "EROFS",
    passwords: "ENOENT",
    home: "ENOENT",
    terminal: "ENOENT",
    network: expect.stringMatching(/ECONNREFUSED|ENETUNREACH/),
  });
});
