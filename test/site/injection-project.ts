/** Texts that become scripts wherever text is printed unescaped. Each calls alert, which a browser test can detect. */
export const payloads = [
  `"><script>alert(1)</script>`,
  `'><img src=x onerror=alert(1)>`,
  `</title></style></textarea><svg onload=alert(1)>`,
  `javascript:alert(1)`,
  ` java\tscript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `" onmouseover="alert(1)" autofocus onfocus="alert(1)`,
  `<!--><script>alert(1)</script>-->`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `\\"><script>alert(1)</script>`,
];

/** A project with a payload in every place where an author can put text. */
export function injectionProject(payload: string): Record<string, string> {
  const text = JSON.stringify(payload);
  return {
    "docs.json": JSON.stringify(settings(payload)),
    "index.mdx": `${frontmatter(payload)}\n${mdxBody(payload)}`,
    "plain.md": `${frontmatter(payload)}\n${rawHtml(payload)}`,
    "snippets/box.jsx": tenantCode(payload),
    "snippets/part.mdx": `{word}\n\n\`\`\`html {word}\n{word}\n\`\`\`\n\n<Card title={word} href={word}>{word}</Card>\n`,
    "drawing.svg": drawing(payload),
    "broken.mdx": `${frontmatter(payload)}\n<Card title=${text}>\n`,
    "na'me & <b>.mdx": "Odd name.",
    "openapi.json": JSON.stringify(description(payload)),
    "asyncapi.json": JSON.stringify(channels(payload)),
    "written.mdx": `---\napi: ${JSON.stringify(`POST /${payload}`)}\n---\n<ParamField body={${text}} type={${text}} default={${text}} />\n`,
  };
}

function settings(payload: string): unknown {
  const link = { label: payload, href: payload, icon: payload };
  const division = (kind: string) => ({ [kind]: payload, icon: payload, tag: payload, description: payload });
  return {
    theme: payload,
    name: payload,
    description: payload,
    colors: { primary: "#16A34A", light: payload },
    logo: { light: payload, dark: payload, href: payload },
    favicon: payload,
    navbar: { links: [link], primary: { type: "button", ...link } },
    footer: { socials: { [payload]: payload, x: payload }, links: [{ header: payload, items: [link] }] },
    banner: { content: payload, type: "info", color: payload },
    [payload]: payload,
    redirects: [{ source: payload, destination: payload }],
    navigation: {
      global: { anchors: [{ ...division("anchor"), href: payload }] },
      tabs: [
        {
          ...division("tab"),
          groups: [
            { group: payload, tag: payload, pages: ["index", "plain", "broken", "na'me & <b>", payload] },
            { group: "nested", pages: [{ group: payload, pages: ["index"] }] },
          ],
        },
        { ...division("tab"), href: payload },
        { tab: "API", openapi: "openapi.json", asyncapi: "asyncapi.json" },
      ],
    },
  };
}

function schemaWith(payload: string): unknown {
  return {
    title: payload,
    description: payload,
    type: "object",
    required: [payload],
    properties: {
      [payload]: {
        type: payload,
        format: payload,
        pattern: payload,
        default: payload,
        enum: [payload],
        description: payload,
      },
      list: {
        type: "array",
        items: { oneOf: [{ title: payload, properties: { [payload]: {} } }, { const: payload }] },
      },
    },
    additionalProperties: { description: payload, example: payload },
    "x-mint": { pre: [payload], post: [payload] },
  };
}

/** An API description with the payload in every text and name. */
function description(payload: string): unknown {
  const schema = schemaWith(payload);
  const content = {
    "application/json": { schema, examples: { [payload]: { summary: payload, value: payload } } },
    "multipart/form-data": { schema },
    [payload]: { schema, example: payload },
  };
  const parameter = (place: string) => ({ name: payload, in: place, description: payload, schema, example: payload });
  const operation = {
    tags: [payload],
    summary: payload,
    description: payload,
    parameters: ["path", "query", "header", "cookie"].map(parameter),
    requestBody: { description: payload, content },
    responses: { [payload]: { description: payload, headers: { [payload]: { description: payload } }, content } },
    callbacks: {
      [payload]: { [payload]: { post: { description: payload, requestBody: { content }, responses: {} } } },
    },
    "x-codeSamples": [{ lang: payload, label: payload, source: payload }],
    "x-mint": {
      content: `${payload}\n\n{${JSON.stringify(payload)}}`,
      metadata: { title: payload, url: payload, icon: payload },
    },
  };
  const scheme = { name: payload, description: payload, scheme: payload, "x-default": payload };
  return {
    openapi: "3.1.0",
    info: { title: payload, version: payload },
    servers: [
      { url: payload, description: payload },
      { url: `https://{x}.example`, variables: { x: { default: payload } } },
    ],
    security: [{ key: [payload], basic: [], bearer: [] }, { [payload]: [] }],
    tags: [{ name: payload, "x-group": payload }],
    paths: { [`/${payload}`]: { post: operation, get: { ...operation, "x-mint": { href: payload } } } },
    webhooks: { [payload]: { post: operation } },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", ...scheme },
        basic: { type: "http", ...scheme, scheme: "basic" },
        bearer: { type: "http", ...scheme, scheme: "bearer" },
        [payload]: { type: "oauth2", ...scheme },
      },
    },
  };
}

/** An AsyncAPI description with the payload in every text and name. */
function channels(payload: string): unknown {
  const schema = schemaWith(payload);
  const said = { title: payload, summary: payload, description: payload, tags: [{ name: payload }] };
  const externalDocs = { url: payload, description: payload };
  const bindings = {
    [payload]: { [payload]: payload },
    ws: { query: schema, headers: schema },
    kafka: { key: schema },
  };
  const message = {
    ...said,
    name: payload,
    contentType: payload,
    headers: schema,
    payload: schema,
    correlationId: { description: payload, location: payload },
    examples: [{ name: payload, payload, headers: { [payload]: payload } }],
    externalDocs: { url: `https://example.com/${payload}`, description: payload },
    bindings,
  };
  const security = ["userPassword", "X509", "plain", "httpApiKey", "http", payload].map((type) => {
    return { type, name: payload, in: "query", scheme: payload, description: payload };
  });
  const parameters = { [payload]: { description: payload, enum: [payload], default: payload, location: payload } };
  const reply = { address: { location: payload, description: payload }, messages: [message] };
  const server = {
    host: payload,
    protocol: payload,
    protocolVersion: payload,
    security,
    bindings,
    variables: parameters,
  };
  const x = {
    "x-mint": { content: `${payload}\n\n{${JSON.stringify(payload)}}`, metadata: { title: payload, url: payload } },
  };
  return {
    asyncapi: "3.0.0",
    servers: { [payload]: { ...said, ...server }, one: { ...said, ...server, protocol: "wss" } },
    channels: {
      a: {
        ...said,
        address: payload,
        parameters,
        messages: {
          [payload]: message,
          second: message,
          other: { payload: { schemaFormat: payload, schema: payload } },
        },
        bindings,
        externalDocs,
        ...x,
      },
    },
    operations: {
      [payload]: {
        ...said,
        action: "send",
        channel: { $ref: "#/channels/a" },
        security,
        bindings,
        reply,
        externalDocs,
      },
      r: { ...said, action: "receive", channel: { $ref: "#/channels/a" }, reply },
    },
  };
}

function frontmatter(payload: string): string {
  const text = JSON.stringify(payload);
  const keys = ["title", "sidebarTitle", "description", "tag", "icon", "mode", "url", "lastUpdatedDate", '"og:title"'];
  return `---\n${keys.map((key) => `${key}: ${text}`).join("\n")}\nkeywords: [${text}]\n---\n`;
}

function mdxBody(payload: string): string {
  const text = `{${JSON.stringify(payload)}}`;
  const names =
    `title href icon iconType img cta caption hint id description color type cols titleSize src alt size shape tip
    headline label tags name value variant query default placeholder pre post language filename highlight focus repo
    actions actionsPlacement className stepNumber defaultTabIndex for poster`.split(/\s+/);
  const props = names.map((name) => `${name}=${text}`).join(" ");
  const boxes =
    `Note Callout Card CardGroup Column Tile Steps Step Tabs Tab Accordion AccordionGroup Expandable CodeGroup
    RequestExample CodeBlock ParamField ResponseField Frame Icon Badge Tooltip Update Tree Tree.Folder Tree.File Color
    Color.Row Color.Item View Visibility Panel Prompt GitHub.Repo Link Image Video Unknown`.split(/\s+/);
  return `import Part from "/snippets/part.mdx"
import { Box, Link } from "/snippets/box.jsx"
export const word = ${JSON.stringify(payload)}
export const nested = { word }

## ${text}

## Named {#x"onmouseover=alert(1)}

Value ${text} and {word} and {nested.word}

<Part word=${text} />

<Box text=${text} {...{ [word]: word, onclick: word, title: word }}>**x** {word}</Box>

<Link to=${text} /> {[word].map((x) => <Card title={x} href={x} icon={<svg onload={x}><script>{x}</script></svg>}>{x}</Card>)}

<Snippet file=${text} />

${boxes.map((name) => `<${name} ${props}>\n\n${text}\n\n</${name}>`).join("\n\n")}

<Tabs><Tab ${props}>${text}</Tab></Tabs>

<Callout icon={"<svg onload=alert(1)><script>alert(1)</script><path d='M0 0'/></svg>"}>x</Callout>

<Color><Color.Item name=${text} value={{ light: ${JSON.stringify(payload)}, dark: "url(javascript:alert(1))" }} /></Color>

<div className=${text} id=${text} title=${text} style={{ color: ${JSON.stringify(payload)}, background: "url(javascript:alert(1))", position: "fixed" }} onClick=${text} onclick=${text} data-tab=${text}>${text}</div>

<a href=${text} target=${text} onMouseOver="alert(1)" ping=${text}>link</a> <a href="javascript:alert(1)">js</a> <a href="&#106;avascript:alert(1)">js</a> <a href="vbscript:alert(1)">vb</a>

<img src=${text} alt=${text} onerror="alert(1)" srcSet=${text} /> <img src="x" onError={() => alert(1)} />

<video src=${text} poster=${text} autoPlay onloadstart="alert(1)"><source src=${text} onerror="alert(1)" /></video>

<iframe src=${text} srcdoc="<script>alert(1)</script>" onload="alert(1)" /> <iframe src="javascript:alert(1)" /> <iframe src="https://evil.example/" title=${text} />

<svg viewBox="0 0 1 1" onload="alert(1)"><script>alert(1)</script><animate attributeName="href" values="javascript:alert(1)" onbegin="alert(1)" /><use href="data:image/svg+xml,x" /><a href="javascript:alert(1)"><text>x</text></a><foreignObject><img src="x" onerror="alert(1)" /></foreignObject><path d=${text} fill="url(javascript:alert(1))" /></svg>

<script>alert(1)</script>

<style>{\`body { background: url(javascript:alert(1)) }\`}</style>

<object data="javascript:alert(1)" /> <embed src="javascript:alert(1)" /> <form action="javascript:alert(1)"><button formAction="javascript:alert(1)" type="submit">x</button></form> <base href="javascript:alert(1)" /> <meta httpEquiv="refresh" content="0;url=javascript:alert(1)" /> <link rel="stylesheet" href="javascript:alert(1)" /> <input type="text" autoFocus onFocus="alert(1)" /> <details open onToggle="alert(1)"><summary>x</summary></details> <math><mtext></mtext></math> <template><img src="x" onError="alert(1)" /></template>

[md](javascript:alert(1)) [md](<${payload.replaceAll(/[<>\n]/g, "")}>) ![${"x"}](javascript:alert(1) "onerror=alert(1)") <https://example.org/?q="onmouseover=alert(1)>

\`\`\`html "><script>alert(1)</script> title="</span><script>alert(1)</script>"
<script>alert(1)</script></code></pre><img src=x onerror=alert(1)> // [!code ++]
\`\`\`

\`\`\`"><script>alert(1)</script>
x
\`\`\`

| <b onClick="alert(1)">x</b> | ${"`<script>alert(1)</script>`"} |
|---|---|
| \`${payload.replaceAll("`", "")}\` | y[^n] |

[^n]: <b onmouseover="alert(1)">note</b> ${text}
`.replaceAll('<https://example.org/?q="onmouseover=alert(1)>', "");
}

/** The same payload on every path through author components. */
function tenantCode(payload: string): string {
  return `const payload = ${JSON.stringify(payload)};
export const Box = ({ text, children, ...rest }) => (
  <div {...rest} className={text} id={text} style={{ color: text, background: text }} data-tab={text}>
    {text} {payload} {children}
    <script>{payload}</script>
    <style>{payload}</style>
    <iframe src={text} srcDoc={payload} title={payload} />
    <img src={text} alt={payload} {...{ onError: payload, onload: payload }} />
    <svg onload={payload}><a href={text}><text>{text}</text></a><use href={payload} /></svg>
    <Accordion title={payload} id={text}>{payload}</Accordion>
    <Tabs><Tab title={text}>{text}</Tab></Tabs>
  </div>
);
export const Link = ({ to }) => {
  const Tag = "a";
  return <Tag href={to} target={to} ping={to}>{to}</Tag>;
};
`;
}

function rawHtml(payload: string): string {
  return `<div ${payload} onclick=alert(1)>${payload}

**bold** ${payload}

</div></div></article></main></body><script>alert(1)</script>

<svg><style><img src=x onerror=alert(1)></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><form id=f><input name=attributes></form>
<a href="${payload.replaceAll('"', "&quot;")}">x</a><img src="x" onerror="alert(1)" style="background:url(javascript:alert(1))"><iframe srcdoc="<script>alert(1)</script>"></iframe>
<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>

- item <img src=x onerror=alert(1)>
- <textarea><script>alert(1)</script>
`;
}

function drawing(payload: string): string {
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e "x">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)"><script>alert(1)</script><script href="/tenant.js"/><a xlink:href="javascript:alert(1)"><text>${payload}</text></a><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject><set attributeName="onmouseover" to="alert(1)"/><style>@import url(javascript:alert(1));</style><use href="data:x"/></svg>`;
}
