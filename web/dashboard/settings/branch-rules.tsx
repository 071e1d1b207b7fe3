import { CheckField, CodeArea, TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The rules for the published branch and other protected branches. */
export function BranchRules({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Branch rules saved.");
  return (
    <Section
      title="Branch rules"
      description={
        project.isHosted ? (
          <>
            Rules for <code>{project.branch}</code>, the branch that is published, and the other branches you list here.
            The rules apply to everyone, including admins and API keys.
          </>
        ) : (
          "These rules apply to pull requests in Lectern. Set up branch protection on your git host as well, because Lectern can’t reject pushes there."
        )
      }
    >
      <FormCard
        of="changeProject"
        values={project}
        change={change}
        onSubmit={(body) => change.mutate(body)}
        look="primary"
      >
        <CheckField
          name="branchRules.editorsPublish"
          label="Editors can publish"
          hint="Editors can push to protected branches and merge pull requests into them. Otherwise only admins can."
        />
        <CheckField
          name="branchRules.pullRequestsOnly"
          label="Require pull requests"
          hint="Direct pushes are rejected. Changes are made on other branches and merged."
        />
        <CheckField
          name="branchRules.forcePush"
          label="Allow force pushes and deletion"
          hint="Pushes can rewrite the history of a protected branch, or delete it."
        />
        <TextField
          label="Required approvals"
          name="branchRules.requiredApprovals"
          required
          className="max-w-24"
          hint="How many people other than the author must approve a pull request before it can be merged."
        />
        <CodeArea
          label="Other protected branches"
          name="branchRules.otherBranches"
          rows={3}
          placeholder={"release\nv2"}
          hint="One branch name per line."
        />
      </FormCard>
    </Section>
  );
}
