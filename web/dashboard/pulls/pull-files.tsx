import type { PullRequest } from "../api/queries.ts";
import { Diff } from "../diff/diff.tsx";
import { DiffSwitch } from "../diff/diff-switch.tsx";
import { Section } from "../ui/page.tsx";
import { FileTree } from "./file-tree.tsx";

const treeFrom = 6;

/** The diff of every changed file, with a tree to navigate if there are many. */
export function PullFiles({ pull: { files, isCut } }: { pull: PullRequest }) {
  const added = files.reduce((sum, file) => sum + file.additions, 0);
  const removed = files.reduce((sum, file) => sum + file.deletions, 0);
  const hasTree = files.length >= treeFrom;
  return (
    <Section
      title={files.length === 1 ? "1 file changed" : `${files.length} files changed`}
      description={`${added} lines added, ${removed} removed.${isCut ? " There is more than can be shown here: clone the branch to see all of it." : ""}`}
      action={<DiffSwitch />}
    >
      <div className={hasTree ? "lg:grid lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-5" : ""}>
        {hasTree && (
          <nav aria-label="Files" className="sticky top-6 hidden max-h-[80vh] self-start overflow-y-auto lg:block">
            <FileTree files={files} />
          </nav>
        )}
        <div className="grid gap-4">
          {files.map(({ path, previousPath, status, patch }, index) => (
            <div key={path} id={`file-${index}`} className="scroll-mt-16 lg:scroll-mt-6">
              <Diff path={path} previousPath={previousPath} change={status} diff={patch ?? ""} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}
