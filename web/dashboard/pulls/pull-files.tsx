import type { Answer } from "../api/client.ts";
import { Diff } from "../ui/diff.tsx";
import { Section } from "../ui/page.tsx";

const treeFrom = 6;

/** Every changed file with its diff; from a handful on, with a list to jump from. */
export function PullFiles({ pull: { files, isCut } }: { pull: Answer<"getPullRequest"> }) {
  const added = files.reduce((sum, file) => sum + file.additions, 0);
  const removed = files.reduce((sum, file) => sum + file.deletions, 0);
  return (
    <Section
      title={files.length === 1 ? "1 file changed" : `${files.length} files changed`}
      description={`${added} lines added, ${removed} removed.${isCut ? " There is more than can be shown here: clone the branch to see all of it." : ""}`}
    >
      <div className={files.length >= treeFrom ? "lg:grid lg:grid-cols-[224px_minmax(0,1fr)] lg:gap-6" : ""}>
        {files.length >= treeFrom && (
          <nav aria-label="Files" className="sticky top-6 hidden max-h-[80vh] overflow-y-auto lg:block">
            <ul className="grid gap-0.5">
              {files.map(({ path }) => (
                <li key={path}>
                  <a
                    href={`#file-${path}`}
                    title={path}
                    className="block truncate rounded-control px-2 py-1 font-mono text-[12.5px] text-ink-soft hover:bg-hover hover:text-ink"
                  >
                    {path}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="grid gap-4">
          {files.map(({ path, previousPath, status, patch }) => (
            <div key={path} id={`file-${path}`} className="scroll-mt-16">
              <Diff
                path={previousPath === undefined ? path : `${previousPath} → ${path}`}
                change={status}
                diff={patch ?? ""}
              />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}
