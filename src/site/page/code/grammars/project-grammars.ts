import type { IGrammar, Registry } from "vscode-textmate";
import type { PageProblems } from "../../markdown/page-problems.ts";
import { HtmlEmitter } from "../html-emitter.ts";
import { grammarFor } from "../languages.ts";
import type { GrammarFile } from "./grammar-index.ts";
import { grammarLimits } from "./grammar-limits.ts";
import { loadOniguruma } from "./load-oniguruma.ts";
import { createScopeReader, scopeTheme } from "./scope-theme.ts";

/** The grammars of a project, as used by one page. */
export interface PageGrammars {
  /** Undefined for other languages, and for code on which the grammar failed. */
  highlight(code: string, language: string): string | undefined;
  /** The versions of the grammars that were used, by path. If a version changes, the article must be rendered again. */
  used: ReadonlyMap<string, string>;
}

export interface ProjectGrammars {
  forPage(page: string, problems: PageProblems): PageGrammars;
  /** Frees the compiled expressions: their memory isn't garbage-collected. */
  dispose(): void;
}

interface OpenGrammar {
  file: GrammarFile;
  grammar: IGrammar;
}

/** Opens grammars that have been checked. */
export async function openGrammars(
  files: readonly GrammarFile[],
  readText: (file: GrammarFile) => string,
  limits: typeof grammarLimits = grammarLimits,
): Promise<ProjectGrammars> {
  const { default: textmate } = await import("vscode-textmate");
  const byScope = new Map(files.map((file) => [file.scopeName, file]));
  const registry: Registry = new textmate.Registry({
    onigLib: loadOniguruma(),
    theme: scopeTheme,
    loadGrammar: async (scope) => {
      const file = byScope.get(scope);
      return file === undefined
        ? null
        : textmate.parseRawGrammar(readText(file).replace(/^\uFEFF/, ""), "grammar.json");
    },
  });
  const opened: OpenGrammar[] = [];
  for (const file of files) {
    const grammar = await registry.loadGrammar(file.scopeName);
    if (grammar !== null) opened.push({ file, grammar });
  }
  const find = createFinder(opened);
  const scopeOf = createScopeReader(registry.getColorMap());
  return {
    forPage: (page, problems) => openForPage(page, problems, { find, scopeOf, limits, start: textmate.INITIAL }),
    dispose: () => registry.dispose(),
  };
}

type FindGrammar = (language: string) => OpenGrammar | undefined;

/** If several grammars have the same name, the first one is used. */
function createFinder(opened: readonly OpenGrammar[]): FindGrammar {
  const names = new Map<string, OpenGrammar>();
  const otherNames = new Map<string, OpenGrammar>();
  for (const open of opened.toReversed()) {
    for (const name of open.file.names) names.set(name, open);
    for (const name of open.file.otherNames) otherNames.set(name, open);
  }
  return (language) =>
    names.get(language) ?? (grammarFor(language) === undefined ? otherNames.get(language) : undefined);
}

interface Tokenizing {
  limits: typeof grammarLimits;
  find: FindGrammar;
  scopeOf(metadata: number): string | undefined;
  start: Parameters<IGrammar["tokenizeLine2"]>[1];
}

function openForPage(page: string, problems: PageProblems, { find, scopeOf, limits, start }: Tokenizing): PageGrammars {
  const used = new Map<string, string>();
  let millisecondsLeft = limits.pageMillisecondsMax;

  function writeLines(code: string, { grammar }: OpenGrammar): string {
    const emitter = new HtmlEmitter();
    let state = start;
    for (const [index, line] of code.split("\n").entries()) {
      if (line.length > limits.lineLengthMax) throw new TooSlow("one of its lines is too long");
      if (millisecondsLeft <= 0) throw new TooSlow("it takes too long");
      const began = performance.now();
      const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine2(
        line,
        state,
        Math.min(limits.lineMillisecondsMax, millisecondsLeft),
      );
      millisecondsLeft -= performance.now() - began;
      if (stoppedEarly) throw new TooSlow("it takes too long");
      if (ruleStack.depth > limits.openRulesMax) throw new TooSlow("its rules are nested too deep");
      state = ruleStack;
      if (index > 0) emitter.addText("\n");
      for (let at = 0; at < tokens.length; at += 2) {
        const scope = scopeOf(tokens[at + 1] ?? 0);
        if (scope !== undefined) emitter.startScope(scope);
        emitter.addText(line.slice(tokens[at], tokens[at + 2] ?? line.length));
        if (scope !== undefined) emitter.endScope();
      }
    }
    return emitter.toHTML();
  }

  return {
    used,
    highlight(code, language) {
      const open = find(language);
      if (open === undefined) return undefined;
      const { path, version } = open.file;
      used.set(path, version);
      try {
        return writeLines(code, open);
      } catch (error) {
        // If a grammar makes the tokenizer fail, the code is shown without highlighting.
        const reason = error instanceof TooSlow ? error.message : "the tokenizer rejects it";
        problems.report(`cannot highlight code in ${page}, because ${reason}; the code is shown plain`, { file: path });
        return undefined;
      }
    },
  };
}

class TooSlow extends Error {}
