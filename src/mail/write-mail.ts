import { escapeHtml } from "../platform/escape-html.ts";
import type { MailContent } from "./mail.ts";

/** A mail as text and as HTML. Loads nothing from other servers, so opening a mail can't be tracked. */
export function writeMail(content: MailContent): { text: string; html: string } {
  return { text: writeText(content), html: writeHtml(content) };
}

function writeText({ paragraphs, list = [], action, footer }: MailContent): string {
  const parts = [
    ...paragraphs,
    ...(list.length > 0 ? [list.map((item) => `- ${item}`).join("\n")] : []),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `-- \n${footer.join("\n")}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function writeHtml({ subject, paragraphs, list = [], action, footer }: MailContent): string {
  const items = list.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; color: #e4e6eb !important; }
  .soft { color: #9aa0ab !important; border-color: #2b2f37 !important; }
  .button { background: #e4e6eb !important; color: #16181d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#ffffff;color:#1d2026;font:16px/26px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("\n")}
${items === "" ? "" : `<ul style="margin:0 0 16px;padding-left:20px">${items}</ul>`}
${action === undefined ? "" : button(action)}
<p class="soft" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e5ea;color:#626977;font-size:13px;line-height:20px">${footer.map(withLinks).join("<br>")}</p>
</div>
</body>
</html>
`;
}

function button({ label, url }: NonNullable<MailContent["action"]>): string {
  const style =
    "display:inline-block;padding:10px 18px;border-radius:6px;background:#1d2026;color:#ffffff;text-decoration:none;font-weight:600";
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;color:#626977;font-size:13px;line-height:20px;word-break:break-all">${escapeHtml(url)}</p>`;
}

/** Links the addresses in a footer. They are all addresses of this server. */
function withLinks(line: string): string {
  return escapeHtml(line).replace(
    /https?:\/\/\S+/g,
    (url) => `<a class="soft" href="${url}" style="color:#626977">${url}</a>`,
  );
}
