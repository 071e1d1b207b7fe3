/** highlight.js grammars and the other names that authors use for them. */
const namesByGrammar = `
  arduino: ino
  asciidoc: adoc
  bash: sh shell zsh fish ksh csh terminal curl
  c: h
  clojure: clj edn
  coffeescript: coffee
  cpp: c++ cc cxx hpp hxx cuda cu
  csharp: cs c#
  css: postcss
  delphi: pas pascal
  diff: patch
  django: jinja jinja2 j2
  dockerfile: docker
  dos: bat cmd batch
  elixir: ex exs
  erlang: erl
  fsharp: fs f#
  gherkin: feature cucumber
  go: golang gomod
  graphql: gql graphqls
  handlebars: hbs mustache
  haskell: hs
  ini: toml env dotenv tf hcl terraform systemd cfg editorconfig
  javascript: js jsx mjs cjs node nodejs sol solidity
  json: json5 jsonc jsonl ndjson json-ld geojson webmanifest avsc
  julia: jl
  kotlin: kt kts
  latex: tex
  makefile: make mk
  markdown: md rmd qmd
  mathematica: wolfram
  matlab: octave
  nginx: conf caddyfile
  objectivec: objc objective-c obj-c
  ocaml: ml
  perl: pl
  powershell: ps1 pwsh posh
  protobuf: proto
  python: py python3 py3 python2 ipython jupyter starlark bazel bzl
  python-repl: pycon
  ruby: rb rake gemfile podfile
  rust: rs
  scala: sc
  scss: sass
  shell: console shellsession sh-session
  sql: postgresql postgres psql mysql mariadb sqlite tsql plsql cypher kql soql bigquery snowflake
  stylus: styl
  typescript: ts tsx mts cts deno bun
  vbnet: vb vba
  verilog: sv systemverilog
  wasm: wat
  x86asm: asm nasm
  xml: html xhtml svg vue svelte astro rss plist xsl
  yaml: yml docker-compose kubernetes k8s ansible helm openapi
`;

/** Every grammar. A grammar is loaded when the first block in its language is highlighted. */
const grammars: ReadonlySet<string> = new Set(
  `abnf accesslog actionscript ada angelscript apache applescript arcade arduino armasm asciidoc aspectj autohotkey
  autoit avrasm awk axapta bash basic bnf brainfuck c cal capnproto ceylon clean clojure clojure-repl cmake
  coffeescript coq cos cpp crmsh crystal csharp csp css d dart delphi diff django dns dockerfile dos dsconfig dts dust
  ebnf elixir elm erb erlang erlang-repl excel fix flix fortran freedesktop fsharp gams gauss gcode gherkin glsl gml
  go golo gradle graphql groovy haml handlebars haskell haxe hsp http hy inform7 ini irpf90 isbl java javascript
  jboss-cli json julia julia-repl kotlin lasso latex ldif leaf less lisp livecodeserver livescript llvm lsl lua
  makefile markdown mathematica matlab maxima mdx mel mercury mipsasm mizar mojolicious monkey moonscript n1ql nestedtext
  nginx nim nix node-repl nsis objectivec ocaml openscad oxygene parser3 perl pf pgsql php php-template pony
  powershell processing profile prolog properties protobuf puppet purebasic python python-repl q qml r reasonml rib
  roboconf routeros rsl ruby ruleslanguage rust sas scala scheme scilab scss shell smali smalltalk sml sqf sql stan
  stata step21 stylus subunit swift taggerscript tap tcl thrift tp twig typescript vala vbnet vbscript vbscript-html
  verilog vhdl vim wasm wren x86asm xl xml xquery yaml zephir`.split(/\s+/),
);

const aliases: ReadonlyMap<string, string> = new Map(
  namesByGrammar
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [grammar = "", names = ""] = line.trim().split(": ");
      return names.split(" ").map((name): [string, string] => [name, grammar]);
    }),
);

/** Every name that a fence can have. */
export const languageNames: readonly string[] = [...new Set([...grammars, ...aliases.keys()])].sort();

/** The grammar for a language; undefined for plain text. Unknown names need no warning. */
export function grammarFor(language: string): string | undefined {
  const name = aliases.get(language) ?? language;
  return grammars.has(name) ? name : undefined;
}

/** Grammars that embed others. */
const inner: Readonly<Record<string, readonly string[]>> = {
  dart: ["markdown"],
  django: ["xml"],
  dockerfile: ["bash"],
  javascript: ["css", "graphql", "xml"],
  markdown: ["xml"],
  mdx: ["xml", "javascript", "yaml"],
  nix: ["markdown"],
  shell: ["bash"],
  typescript: ["css", "graphql", "xml"],
  xml: ["css", "javascript"],
  yaml: ["ruby"],
};

export function innerGrammars(grammar: string): readonly string[] {
  return inner[grammar] ?? [];
}
