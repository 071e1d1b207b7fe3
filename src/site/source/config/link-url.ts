import { safeLinkUrl, safeResourceUrl } from "../../ground/html/safe-url.ts";
import { type Check, describe } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

/** An address that a reader may follow, or a path of the site. */
export const linkUrl: Check<string> = (value, place, report) => {
  const safe = typeof value === "string" ? safeLinkUrl(value) : undefined;
  if (safe !== undefined && safe !== "") {
    report.uses.push({ kind: "link", url: safe, place });
    return safe;
  }
  return reportValue(
    report,
    place,
    `is ${describe(value)}, but must be a web address or a path of the site`,
    "use https, http, mailto, tel, or a path such as /guides/start",
  );
};

/** A picture or font: a file of the project, or a web address. */
export const fileUrl: Check<string> = (value, place, report) => {
  const safe = typeof value === "string" ? safeResourceUrl(value) : undefined;
  if (safe !== undefined && safe !== "") {
    report.uses.push({ kind: "file", url: safe, place });
    return safe;
  }
  return reportValue(report, place, `is ${describe(value)}, but must be the path of a file, such as /images/logo.svg`);
};
