import { TextArea } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** Paths outside the documentation that the agent may write. */
export function AgentSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. Takes effect with the next prompt.");
  return (
    <Section
      title="Files the agent can edit"
      description="The agent can always edit pages and docs.json. Allow other files here; repository content can't change this list."
    >
      <Card className="p-5">
        <Form
          className="grid max-w-2xl gap-4"
          onSubmit={(fields) => {
            const lines = String(fields.get("paths") ?? "").split("\n");
            change.mutate({ agentPaths: lines.map((line) => line.trim()).filter((line) => line !== "") });
          }}
        >
          <TextArea
            label="Other files and folders"
            name="paths"
            isOptional
            defaultValue={project.agentPaths.join("\n")}
            placeholder={"CHANGES.txt\nexamples/"}
            className="font-mono text-[13px]"
            spellCheck={false}
            hint="One per line. End folders with a slash."
          />
          <SubmitRow change={change} />
        </Form>
      </Card>
    </Section>
  );
}
