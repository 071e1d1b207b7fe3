import { LRUCache } from "lru-cache";
import { openStoredSpec } from "../../api/plan/stored-spec.ts";
import { renderApi } from "../../api/render/render-api.ts";
import { hostMark } from "../../outputs/markdown/inline-markdown.ts";
import { writeMarkdown } from "../../outputs/markdown/write-markdown.ts";
import { digestPage } from "../../outputs/page-digest.ts";
import { compileClasses } from "../../page/author-classes.ts";
import type { GrammarFile } from "../../page/code/grammars/grammar-index.ts";
import { openGrammars, type ProjectGrammars } from "../../page/code/grammars/project-grammars.ts";
import type { PageFacts } from "../../page/markdown/collect-facts.ts";
import { renderPage } from "../../page/render-page.ts";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { BuildCache } from "../../shared/cache/build-cache.ts";
import { hashedAsset } from "../../shared/site-file.ts";
import { htmlLanguage } from "../../theme/templates/html-language.ts";
import type { ArticleContent, ArticleRecord } from "../stored-article.ts";
import { cleanPageStyles, describeScripts } from "./page-code-files.ts";
import { readAsset, readPageBody } from "./read-for-task.ts";
import type { PageTask, RenderSetup } from "./render-messages.ts";
import { renderWithIslands } from "./render-with-islands.ts";

interface RenderedArticle {
  record: ArticleRecord;
  content: ArticleContent;
  sections: PageFacts["sections"];
}

/** Renders an article. Only the modules of its components are stored in the cache. */
export async function renderArticle(
  cache: BuildCache,
  setup: RenderSetup,
  task: Pick<PageTask, "source" | "snippets" | "branch" | "withoutGrammars">,
): Promise<RenderedArticle | { failure: BuildProblem }> {
  const source = readPageBody(setup, task);
  const grammars = task.withoutGrammars ? undefined : await grammarsOf(setup);
  const render = async () => {
    const made = await renderWithIslands(cache, setup.limits.islandBytesMax, (brokenIslands) =>
      renderPage(source, {
        snippets: new Map(task.snippets),
        limits: setup.limits,
        settings: setup.settings,
        language: htmlLanguage(setup.branches[task.branch]?.language).language,
        imageSizes: setup.imageSizes,
        grammars,
        brokenIslands,
        renderApi: (api, file, page) => renderApi(api, file, page, (key, spec) => openStoredSpec(cache, key, spec)),
      }),
    );
    const { top, article, aside } = made.rendered.tree;
    const markdown = writeMarkdown([...top, ...article, ...aside], hostMark);
    return {
      ...made,
      classRules: await compileClasses(made.classes),
      markdown,
      digest: digestPage([...top, ...article]),
    };
  };
  const outcome = await render().catch((error: unknown) => {
    return { failure: error instanceof BuildProblem ? error : unexpectedProblem(error, task.source.file) };
  });
  if ("failure" in outcome) return outcome;
  const { rendered, islands, classRules, markdown, digest } = outcome;
  const { html, top, aside, tester, problems } = rendered;
  const styles = await cleanPageStyles(rendered.code.styles);
  const stylesheet = [classRules, styles.css, rendered.stylesheet].filter((css) => css !== "").join("\n");
  const { sections, ...pageFacts } = rendered.facts;
  const imageSizes = [...rendered.askedSizes].map(([path, size]) => [path, size ?? null] satisfies AskedSize);
  const usedGrammars = [...rendered.usedGrammars];
  const record: ArticleRecord = {
    facts: pageFacts,
    digest,
    problems: [...problems, ...styles.problems],
    stylesheet,
    imageSizes,
    ...(rendered.code.scripts.length > 0 && { code: describeScripts(rendered.code.scripts) }),
    ...(usedGrammars.length > 0 && { grammars: usedGrammars }),
    ...(islands.length > 0 && { islands }),
  };
  const content: ArticleContent = {
    html,
    top,
    aside,
    tester,
    markdown,
    headings: pageFacts.headings,
    stylesheet: pageStylesheetUrl(stylesheet),
    usesMath: pageFacts.usesMath,
    usesMermaid: pageFacts.usesMermaid,
    ...(record.code && { scripts: record.code.scripts }),
  };
  return { record, content, sections };
}

/** A stack overflow or a bug in Lectern must not affect other pages. The text of the error isn't shown on the site. */
function unexpectedProblem(error: unknown, file: string): BuildProblem {
  const isTooLong = error instanceof RangeError && /string length/i.test(error.message);
  const message = isTooLong
    ? "the rendered page is too large"
    : error instanceof RangeError
      ? "the page is nested too deeply to be rendered"
      : "Lectern could not render this page";
  return new BuildProblem(message, { file, hint: "simplify the page; if it looks harmless, please report it" });
}

type AskedSize = ArticleRecord["imageSizes"][number];

/** The URL under which the build serves the inline styles of a page. */
function pageStylesheetUrl(stylesheet: string): string | undefined {
  return stylesheet === "" ? undefined : `/${hashedAsset("page.css", stylesheet, "text/css").path}`;
}

/** A process renders for several projects in turn, and the next build of a project reuses its opened grammars. */
const opened = new LRUCache<string, Promise<ProjectGrammars>>({
  max: 3,
  // Tasks run sequentially, so the grammars that are closed here aren't in use.
  dispose: (old) => void old.then((unused) => unused.dispose()).catch(() => undefined),
});

/** The project's own grammars. If a project has none, no library is loaded for them. */
async function grammarsOf(setup: RenderSetup): Promise<ProjectGrammars | undefined> {
  if (setup.grammars.length === 0) return undefined;
  const key = JSON.stringify(setup.grammars);
  const known = opened.get(key);
  if (known !== undefined) return known;
  const readText = ({ path, sha256 }: GrammarFile) => readAsset(setup, { name: path, sha256 }).toString("utf8");
  const grammars = openGrammars(setup.grammars, readText);
  opened.set(key, grammars);
  // A file that changed meanwhile may be valid again next time.
  grammars.catch(() => opened.delete(key));
  return grammars;
}
