/** Names that authors write → grammar of highlight.js. A name that is nowhere here is plain text, without a warning. */
const aliases: Record<string, string> = {
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  node: "javascript",
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  py: "python",
  python3: "python",
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  console: "shell",
  terminal: "bash",
  curl: "bash",
  yml: "yaml",
  json5: "json",
  jsonc: "json",
  jsonl: "json",
  html: "xml",
  svg: "xml",
  vue: "xml",
  svelte: "xml",
  md: "markdown",
  mdx: "markdown",
  golang: "go",
  rs: "rust",
  rb: "ruby",
  kt: "kotlin",
  cs: "csharp",
  "c#": "csharp",
  "c++": "cpp",
  cc: "cpp",
  h: "c",
  hpp: "cpp",
  objc: "objectivec",
  docker: "dockerfile",
  make: "makefile",
  gql: "graphql",
  toml: "ini",
  env: "ini",
  dotenv: "ini",
  conf: "nginx",
  tf: "ini",
  hcl: "ini",
  ps1: "powershell",
  pwsh: "powershell",
  bat: "dos",
  cmd: "dos",
  proto: "protobuf",
  patch: "diff",
  pgsql: "sql",
  postgresql: "sql",
  mysql: "sql",
  ex: "elixir",
  exs: "elixir",
  erl: "erlang",
  hs: "haskell",
  jl: "julia",
  pl: "perl",
  sol: "javascript",
};

const grammars: ReadonlySet<string> = new Set(
  `apache bash c clojure cmake cpp csharp css dart diff django dockerfile dos elixir elm erlang fsharp go gradle graphql
  groovy haskell http ini java javascript json julia kotlin latex less lisp lua makefile markdown matlab nginx nix objectivec
  ocaml perl php powershell prolog properties protobuf python r ruby rust scala scheme scss shell sql swift typescript vim
  wasm xml yaml`.split(/\s+/),
);

/** The grammar to highlight with, or undefined for plain text. */
export function grammarFor(language: string): string | undefined {
  const name = Object.hasOwn(aliases, language) ? aliases[language] : language;
  return name !== undefined && grammars.has(name) ? name : undefined;
}

/** Grammars that hand a part of the code to another one. */
const inner: Readonly<Record<string, readonly string[]>> = {
  dart: ["markdown"],
  django: ["xml"],
  dockerfile: ["bash"],
  javascript: ["css", "graphql", "xml"],
  markdown: ["xml"],
  nix: ["markdown"],
  shell: ["bash"],
  typescript: ["css", "graphql", "xml"],
  xml: ["css", "javascript"],
  yaml: ["ruby"],
};

export function innerGrammars(grammar: string): readonly string[] {
  return inner[grammar] ?? [];
}
