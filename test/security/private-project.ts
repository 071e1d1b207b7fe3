/** A word for each page that occurs nowhere else, and the readers who may see it. */
export const secrets = {
  open: { word: "quokkaopen", path: "/open", frontmatter: "public: true" },
  member: { word: "wombatmember", path: "/member", frontmatter: "" },
  alpha: { word: "numbatalpha", path: "/inner/alpha", frontmatter: "groups: [alpha]" },
  beta: { word: "bettongbeta", path: "/inner/beta", frontmatter: "groups: [beta]" },
} as const;
export type Page = keyof typeof secrets;
export const pages = Object.keys(secrets) as Page[];

/** The format's table of rules, with alpha for its staff and beta for its contractors, and who sees the page. */
export const ruled = {
  dunnart: { frontmatter: "groups: [{ excludes: [beta] }]", seenBy: ["without groups", "right group", "member"] },
  potoroo: { frontmatter: "groups: [{ includes: [alpha], excludes: [beta] }]", seenBy: ["right group", "member"] },
  kowari: {
    frontmatter: "public: true\ngroups: [{ excludes: [beta] }]",
    seenBy: ["none", "without groups", "right group", "member"],
  },
  mulgara: { frontmatter: "groups: []", seenBy: ["member"] },
} as const;

/** So many pages with long titles that the list for agents has parts. */
const manyPages = Object.fromEntries(
  Array.from({ length: 42 }, (_, number) => {
    const isHidden = number < 2;
    const folder = isHidden ? "wombatmember-many" : "plain";
    const head = `title: ${folder} ${"long ".repeat(520)}\n${isHidden ? "" : "public: true"}`;
    return [`${folder}/page-${number}.mdx`, `---\n${head}\n---\n\nText.\n`];
  }),
);

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

function pageText({ word, frontmatter }: (typeof secrets)[Page]): string {
  const head = `title: The ${word} page\ndescription: About ${word}.\nkeywords: ["${word}key"]\n${frontmatter}\nrss: true`;
  return `---\n${head}\n---\n\n## ${word} heading\n\nHow the ${word} hops. ![A ${word}](/images/${word}.png)\n\n<iframe src="https://${word}.example/film"></iframe>\n\n<Update label="${word} 1.0">News of the ${word}.</Update>\n`;
}

const specOf = (word: string) => ({
  openapi: "3.1.0",
  info: { title: "API", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    [`/${word}-things`]: {
      get: { summary: `List ${word} things`, responses: { 200: { description: `Every ${word}` } } },
    },
  },
});

/** Everyone may read the page of this operation, but not every part of it. */
const sharedSpec = {
  openapi: "3.1.0",
  info: { title: "Shared", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/shared": {
      get: {
        summary: "Shared things",
        "x-mint": { metadata: { public: true } },
        parameters: [
          { name: "bettongbetaId", in: "query", schema: { type: "string" }, "x-mint": { groups: ["beta"] } },
        ],
        responses: {
          200: {
            description: "All",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["name", "numbatalphaName"],
                  properties: {
                    name: { type: "string" },
                    numbatalphaName: {
                      type: "string",
                      description: "How the numbatalpha is named.",
                      "x-mint": { groups: ["alpha"] },
                    },
                  },
                },
                example: { name: "Ann", numbatalphaName: "Bob" },
              },
            },
          },
        },
      },
    },
  },
};

export const files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "ACME",
    colors: { primary: "#3b5bdb" },
    redirects: pages.map((name) => ({ source: `/old/${name}`, destination: `${secrets[name].path}#top` })),
    navigation: {
      tabs: [
        { tab: "Many", pages: Object.keys(manyPages).map((file) => file.replace(/\.mdx$/, "")) },
        { tab: "Guides", pages: ["index", "open", "member", "inner/alpha", "inner/beta", ...Object.keys(ruled)] },
        { tab: "numbatalpha tab", groups: ["alpha"], openapi: "specs/alpha.json", pages: ["GET /numbatalpha-things"] },
        { tab: "Shared", openapi: "specs/shared.json", pages: ["GET /shared"] },
      ],
    },
  }),
  ...manyPages,
  "index.mdx": "---\ntitle: Welcome\npublic: true\n---\n\nFor everyone. [More](/inner/alpha), [and more](/nowhere).\n",
  ".mintlify/skills/alpha/SKILL.md":
    "---\nname: alpha\ndescription: Keeps a numbatalpha.\ngroups: [alpha]\n---\n\nFeed the numbatalpha.\n",
  ...Object.fromEntries(
    Object.entries(ruled).map(([name, { frontmatter }]) => [
      `${name}.mdx`,
      `---\ntitle: About ${name}s\n${frontmatter}\n---\n\nHow the ${name} lives, in ${name}holes.\n`,
    ]),
  ),
  "specs/shared.json": JSON.stringify(sharedSpec),
  "specs/alpha.json": JSON.stringify(specOf("numbatalpha")),
  ...Object.fromEntries(pages.map((name) => [`${secrets[name].path.slice(1)}.mdx`, pageText(secrets[name])])),
  ...Object.fromEntries(pages.map((name) => [`images/${secrets[name].word}.png`, picture])),
};

/** The readers, and the pages that each may see on a private site. */
export const readers: Readonly<Record<string, readonly Page[]>> = {
  none: ["open"],
  "wrong password": ["open"],
  expired: ["open"],
  "of another site": ["open"],
  "without groups": ["open", "member"],
  "other group": ["open", "member", "beta"],
  "right group": ["open", "member", "alpha"],
  member: pages,
};
