import type { JSX } from "preact";
import { Icon } from "./icons.tsx";
import type { PanelHost } from "./panel-host.ts";
import type { Problem } from "./problem.ts";
import { fill, timeOf, useWords } from "./words.ts";

interface ProblemNoteProps {
  problem: Problem;
  contact: PanelHost["contact"];
}

/** Says what happened and when to try again. The button below offers what to do. */
export function ProblemNote({ problem, contact }: ProblemNoteProps): JSX.Element {
  const words = useWords();
  const sentences = {
    offline: words.offline,
    cut: words.cut,
    unavailable: words.unavailable,
    refused: words.notHere,
    limit: fill(words.limit, { time: timeOf(problem.until ?? Date.now()) }),
  };
  const icons = { offline: "offline", cut: "offline", unavailable: "alert", refused: "alert", limit: "clock" } as const;
  const needsHelp = contact !== undefined && (problem.kind === "unavailable" || problem.kind === "limit");
  return (
    <p class="note" role="alert">
      <Icon name={icons[problem.kind]} />
      <span>
        {sentences[problem.kind]}{" "}
        {needsHelp && (
          <span>
            {words.contactHint} <a href={contact.href}>{contact.label}</a>
          </span>
        )}
      </span>
    </p>
  );
}
