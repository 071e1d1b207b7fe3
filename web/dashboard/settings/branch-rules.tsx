import { CheckField, CodeArea, TextField } from "../ui/field.tsx";
import { FormCard, fieldLines } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The rules for the published branch and other protected branches. */
export function BranchRules({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Branch rules saved.");
  const rules = project.branchRules;
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
      <FormCard change={change} look="primary" onSubmit={(fields) => change.mutate({ branchRules: readForm(fields) })}>
        <CheckField
          name="editors"
          defaultChecked={rules.editorsPublish}
          label="Editors can publish"
          hint="Editors can push to protected branches and merge pull requests into them. Otherwise only admins can."
        />
        <CheckField
          name="pulls"
          defaultChecked={rules.pullRequestsOnly}
          label="Require pull requests"
          hint="Direct pushes are rejected. Changes are made on other branches and merged."
        />
        <CheckField
          name="force"
          defaultChecked={rules.forcePush}
          label="Allow force pushes and deletion"
          hint="Pushes can rewrite the history of a protected branch, or delete it."
        />
        <TextField
          label="Required approvals"
          name="approvals"
          type="number"
          min={0}
          max={10}
          required
          defaultValue={rules.requiredApprovals}
          className="max-w-24"
          hint="How many people other than the author must approve a pull request before it can be merged."
        />
        <CodeArea
          label="Other protected branches"
          name="branches"
          rows={3}
          isOptional
          defaultValue={rules.otherBranches.join("\n")}
          placeholder={"release\nv2"}
          hint="One branch name per line."
        />
      </FormCard>
    </Section>
  );
}

function readForm(form: FormData) {
  return {
    editorsPublish: form.get("editors") !== null,
    pullRequestsOnly: form.get("pulls") !== null,
    forcePush: form.get("force") !== null,
    requiredApprovals: Number(form.get("approvals")),
    otherBranches: fieldLines(form, "branches"),
  };
}
