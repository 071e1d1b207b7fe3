import { listOf, type Setting, shape } from "./check-shape.ts";
import { oneOf } from "./check-value.ts";
import { scriptUrl } from "./script-url.ts";

const customScriptsMax = 20;

/** Scripts on other servers. The hosted product keeps this list in its dashboard, with the same fields. */
export const customScripts = listOf(
  shape({ src: scriptUrl, strategy: oneOf("beforeInteractive", "afterInteractive", "lazyOnload") }, ["src"]),
  customScriptsMax,
);

export type CustomScript = Setting<typeof customScripts>[number];
