import { BuildProblem } from "../ground/build-problem.ts";
import type { SourceProject } from "../source/read-project.ts";
import { findFaintColors } from "../theme/templates/faint-colors.ts";
import type { RenderedSite } from "./render-site.ts";

/** What keeps some people from reading the site: pictures without words, and colours that text is hard to read in. */
export function listAccessProblems({ config, report }: SourceProject, { articles }: RenderedSite): BuildProblem[] {
  const colors = { ...config.colors, background: config.background?.color };
  const faint = findFaintColors(colors).map(({ key, mode, contrast, shown }) => {
    const ground = `the ${mode} ground of the pages`;
    const message = `"colors.${key}" has a contrast of ${contrast.toFixed(1)} to ${ground}, and text needs 4.5, so readers see ${shown} instead`;
    const hint =
      mode === "light" ? "choose a darker colour" : 'choose a lighter colour for dark pages as "colors.light"';
    return new BuildProblem(message, { severity: "warning", ...report.locate(["colors", key]), hint });
  });
  const wordless = [...articles.values()].flatMap(({ facts }) => facts.imagesWithoutAlt);
  const hint = 'write ![what it shows](…), or alt="" for one that only decorates';
  const pictures = wordless.map(({ file, line }) => {
    const message = "a picture has no words for those who cannot see it";
    return new BuildProblem(message, { severity: "warning", file, line, hint });
  });
  return [...faint, ...pictures];
}
