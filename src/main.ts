#!/usr/bin/env node
import { keepCompiledCode } from "./platform/compile-cache.ts";

const nodeMajorMin = 24;

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  end(
    `Lectern needs Node ${nodeMajorMin} or newer, and this is Node ${process.versions.node}; "npm start" and "npm run lectern" use the right one.`,
  );
}
keepCompiledCode();
try {
  process.loadEnvFile();
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOENT") {
    end(`The file .env cannot be read (${code}); make it readable, or remove it.`);
  }
}
const { runProgram } = await import("./cli/program.ts");
process.exitCode = await runProgram(process.argv.slice(2), process.env);

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
