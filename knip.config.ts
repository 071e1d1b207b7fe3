import type { KnipConfig } from "knip";

/** Entries and files with "!" also count for `knip --production`, where tests don't keep anything alive. */
const config: KnipConfig = {
  entry: [
    "src/{lectern.js,main.ts}!",
    "web/build.ts!",
    "src/client/client.ts!",
    "src/agent/child/agent-child.ts!",
    "src/screenshot/unpack-process.ts!",
    "src/site/pipeline/render/render-child.ts!",
    "src/site/theme/assets/scripts/{site,before-paint}.ts!",
    "src/site/theme/assets/scripts/{mermaid/draw-mermaid,services/services,tester/tester}.ts!",
    "src/site/page/code/twoslash/types-worker.ts!",
    "web/site/{reader,widget}.tsx!",
    "web/site/islands/islands.ts!",
    "web/search/{open-search,buffer,zlib}.ts!",
    "web/dashboard/main.tsx!",
    "scripts/*.ts!",
    "bench/*.ts",
    "bench/support/{bare-server,bare-stream,measure-pushes}.ts",
    "test/faults/{queue-worker,s3-process}.ts",
    "test/agent/automation-node.ts",
    "src/analytics/count-until-killed-test-support.ts",
    "test/support/write-durations.ts",
    "{src,test,web}/**/*.test.{ts,tsx}",
  ],
  project: [
    "{src,web,scripts}/**/*.{ts,tsx}!",
    "!**/*.test.{ts,tsx}!",
    "!**/*-test-support.ts!",
    "{test,bench}/**/*.ts",
  ],
  ignoreBinaries: ["mount", "umount", "hugo", "nginx", "openssl", "pgbouncer", "prlimit"],
  ignoreDependencies: [
    // Only types come from it.
    "@types/smtp-server",
    "@fontsource-variable/.*",
    "@fortawesome/fontawesome-free",
    "@tabler/icons",
  ],
  // Tests may look inside a file: there, only an export that nothing at all uses is reported.
  ignoreExportsUsedInFile: process.argv.includes("--production"),
};

export default config;
