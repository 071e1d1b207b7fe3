#!/usr/bin/env node
const nodeMajorMin = 24;

// Before any import: an older Node could not load the rest.
if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  const fix = import.meta.url.endsWith(".ts")
    ? '"npm start" and "npm run lectern" use the right one'
    : "install a newer one from https://nodejs.org";
  end(`Lectern needs Node ${nodeMajorMin} or newer, and this is Node ${process.versions.node}; ${fix}.`);
}
const { keepCompiledCode } = await import("./platform/compile-cache.ts");
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
