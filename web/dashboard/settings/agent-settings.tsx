import { TextArea } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** Paths outside the documentation that the agent may write. */
export function AgentSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. The next prompt uses it.");
  return (
    <Section
      title="What the agent may write"
      description="Pages and docs.json, always. Here you open more of the content directory to it; nothing in the repository can."
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
            hint="One a line; a folder ends with a slash."
          />
          <SubmitRow change={change} />
        </Form>
      </Card>
    </Section>
  );
}
