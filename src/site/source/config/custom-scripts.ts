import { listOf, type Setting, shape } from "./check-shape.ts";
import { type Check, describe, oneOf, text, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

export const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?::\d{1,5})?$/;

/** The https address of a script on a public server. */
export const scriptUrl: Check<string> = withForm({ kind: "link" }, (value, place, report) => {
  const url = text(value, place, report)?.trim();
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  if (parsed?.protocol === "https:" && hostPattern.test(parsed.host) && parsed.username === "") return parsed.href;
  return reportValue(report, place, `is ${describe(url)}, but must be an https address`);
});

const customScriptsMax = 20;

/** Scripts on other servers. The hosted product keeps this list in its dashboard, with the same fields. */
export const customScripts = listOf(
  shape({ src: scriptUrl, strategy: oneOf("beforeInteractive", "afterInteractive", "lazyOnload") }, ["src"]),
  customScriptsMax,
);

export type CustomScript = Setting<typeof customScripts>[number];
