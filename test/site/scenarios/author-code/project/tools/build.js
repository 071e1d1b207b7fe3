import { build } from "esbuild";

await build({});
