import { isExternalUrl, safeLinkUrl, safeResourceUrl } from "../../shared/html/safe-url.ts";
import { type Check, describe, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

/** A URL that visitors may follow, or a path on the site. */
export const linkUrl: Check<string> = withForm({ kind: "link" }, (value, place, report) => {
  const safe = typeof value === "string" ? safeLinkUrl(value) : undefined;
  if (safe !== undefined && (/^[/#]/.test(safe) || URL.canParse(safe))) {
    report.uses.push({ kind: "link", url: safe, place });
    return safe;
  }
  if (safe !== undefined && safe !== "" && !isExternalUrl(safe)) {
    reportValue(report, place, `is ${describe(value)}, which is taken as /${safe}`, "begin the path with a slash");
    report.uses.push({ kind: "link", url: `/${safe}`, place });
    return `/${safe}`;
  }
  return reportValue(
    report,
    place,
    `is ${describe(value)}, but must be a URL or a path on the site`,
    "use https, http, mailto, tel, or a path such as /guides/start",
  );
});

/** An image or font: a project file or a URL. */
export const fileUrl: Check<string> = withForm({ kind: "file" }, (value, place, report) => {
  const safe = typeof value === "string" ? safeResourceUrl(value) : undefined;
  if (safe !== undefined && safe !== "") {
    report.uses.push({ kind: "file", url: safe, place });
    return safe;
  }
  return reportValue(report, place, `is ${describe(value)}, but must be the path of a file, such as /images/logo.svg`);
});
