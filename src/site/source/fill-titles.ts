import { BuildProblem } from "../ground/build-problem.ts";
import type { SourcePage } from "./read-page.ts";
import { fillVariables, markVariables, type Variables } from "./variables.ts";

/** Title and description are words of the page, so the variables of docs.json fill them like its text. */
export function fillTitles(page: SourcePage, variables: Variables, problems: BuildProblem[]): SourcePage {
  if (variables === undefined || page.format !== "mdx") return page;
  const fill = (text: string): string => {
    const filled = fillVariables(markVariables(text, variables), variables);
    for (const name of filled.undefinedNames) {
      problems.push(
        new BuildProblem(`the variable {{${name}}} of the frontmatter is not defined in docs.json`, {
          file: page.file,
          hint: 'add it to "variables"',
        }),
      );
    }
    return filled.text;
  };
  const { title, description, sidebarTitle } = page.frontmatter;
  const heading =
    page.heading === undefined ? undefined : fillVariables(markVariables(page.heading, variables), variables);
  const frontmatter = {
    ...page.frontmatter,
    ...(title !== undefined && { title: fill(title) }),
    ...(description !== undefined && { description: fill(description) }),
    ...(sidebarTitle !== undefined && { sidebarTitle: fill(sidebarTitle) }),
  };
  // The heading is part of the text too, where names that are not defined are reported.
  const words = page.title === page.heading ? heading?.text : undefined;
  return { ...page, frontmatter, heading: heading?.text, title: frontmatter.title ?? words ?? page.title };
}
