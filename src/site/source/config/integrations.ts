import type { FieldForm } from "../../../contract/field-form.ts";
import type { JsonValue } from "../json-value.ts";
import { type Setting, shape } from "./check-shape.ts";
import {
  type Check,
  describe,
  flag,
  formOf,
  isText,
  mapped,
  oneOf,
  text,
  textOrNumber,
  textOrObject,
  withForm,
} from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import { hostPattern, scriptUrl } from "./custom-scripts.ts";

/** The characters that an ID may have, because IDs become part of addresses and attributes. */
const idPattern = /^[\w.:/-]{1,200}$/;

function idLike(pattern: RegExp, rule: string): Check<string> {
  return withForm(text.form, (value, place, report) => {
    const id = textOrNumber(value, place, report)?.trim();
    if (id === undefined || (idPattern.test(id) && pattern.test(id))) return id;
    return reportValue(report, place, `is ${describe(id)}, but ${rule}`);
  });
}

const id = idLike(/^[^/]+$/, "must be an ID as the vendor shows it: letters, digits, dots, hyphens and underscores");
/** Accepts a host with and without a scheme, because authors write both. */
const host: Check<string> = withForm(text.form, (value, place, report) => {
  const written = text(value, place, report);
  const name = written
    ?.trim()
    .toLowerCase()
    .replace(/^https:\/\//, "")
    .replace(/\/$/, "");
  if (name === undefined || hostPattern.test(name)) return name;
  return reportValue(report, place, `is ${describe(written)}, but must be a host such as stats.example.com`);
});

/** A host with an optional path: many companies serve their analytics under a path of their own website. */
const hostOrFolder: Check<string> = withForm(text.form, (value, place, report) => {
  const written = isText(value) ? value.trim() : "";
  const parsed = URL.parse(written.startsWith("https://") ? written : `https://${written}`);
  const folder = parsed?.pathname.replace(/\/$/, "") ?? "";
  if (parsed === null || !/^(?:\/[\w.-]+){1,8}$/.test(folder)) return host(value, place, report);
  const isPlain = parsed.href === `https://${parsed.host}${parsed.pathname}`;
  const name = host(isPlain ? parsed.host : value, place, report);
  return name === undefined ? undefined : `${name}${folder}`;
});

/** An ID with two names, because the documentation of the format uses both. */
function renamed<Name extends string>(
  name: Name,
  otherName: string,
  check = id,
  rest: Record<string, Check<unknown>> = {},
) {
  const known = shape({ ...rest, [name]: check, [otherName]: check } as Record<string, Check<unknown>>);
  const form: FieldForm = {
    kind: "object",
    fields: {
      [name]: formOf(check),
      ...Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, formOf(one)])),
    },
    required: [name],
  };
  return withForm<Record<Name, string>>(form, (value, place, report) => {
    const { [otherName]: other, ...checked } = known(value, place, report) ?? { [name]: undefined };
    const found = checked[name] ?? other;
    if (isText(found as JsonValue)) return { ...checked, [name]: found } as Record<Name, string>;
    return reportValue(report, place, `has no "${name}", so it is left out`);
  });
}

/** The services that a project can load into its pages, as the format names them. Only public IDs belong here. */
const vendors = {
  adobe: shape({ launchUrl: scriptUrl }, ["launchUrl"]),
  amplitude: shape({ apiKey: id }, ["apiKey"]),
  clarity: shape({ projectId: id }, ["projectId"]),
  clearbit: shape({ publicApiKey: id }, ["publicApiKey"]),
  fathom: shape({ siteId: id }, ["siteId"]),
  frontchat: textOrObject(
    mapped(id, (snippetId) => ({ snippetId })),
    shape({ snippetId: id }, ["snippetId"]),
    'the ID of the snippet, or {"snippetId": …}',
  ),
  ga4: shape({ measurementId: idLike(/^G/, 'must begin with "G-"') }, ["measurementId"]),
  gtm: shape({ tagId: idLike(/^G/, 'must begin with "GTM-"') }, ["tagId"]),
  heap: shape({ appId: id }, ["appId"]),
  hightouch: renamed("writeKey", "apiKey", id, { apiHost: host }) as Check<{ writeKey: string; apiHost?: string }>,
  hotjar: shape({ hjid: id, hjsv: id }, ["hjid", "hjsv"]),
  intercom: shape({ appId: id }, ["appId"]),
  logrocket: renamed("appId", "apiKey", idLike(/^[^/]+(?:\/[^/]+)?$/, 'must be an ID such as "abc123/docs"')) as Check<{
    appId: string;
  }>,
  mixpanel: shape({ projectToken: id, region: oneOf("us", "eu", "in") }, ["projectToken"]),
  pirsch: shape({ id }, ["id"]),
  plausible: shape({ domain: text, server: host }, ["domain"]),
  posthog: shape({ apiKey: idLike(/^phc_/, 'must begin with "phc_"'), apiHost: hostOrFolder, sessionRecording: flag }, [
    "apiKey",
  ]),
  segment: shape({ key: id }, ["key"]),
} satisfies Record<string, Check<unknown>>;

export type VendorName = keyof typeof vendors;
export const vendorNames = Object.keys(vendors) as VendorName[];

const telemetryShape = shape({ enabled: flag });

export const integrations = shape({
  ...vendors,
  /** Asks visitors for consent, instead of a banner. */
  transcend: shape({ bundleId: id, analyticsPurpose: text }, ["bundleId"]),
  /** Asks visitors for consent, like Transcend. */
  onetrust: shape({ domainScript: id, categoryId: id, scriptSource: scriptUrl }, ["domainScript"]),
  telemetry: withForm(telemetryShape.form, (value, place, report) =>
    typeof value === "boolean" ? { enabled: value } : telemetryShape(value, place, report),
  ),
  /** Visitors have consented if their browser's local storage has this value under this key. */
  cookies: shape({ key: text, value: text }, ["key", "value"]),
});

export type Integrations = Setting<typeof integrations>;
