import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import { Card } from "./page.tsx";
import { Problem } from "./problem.tsx";

interface NameFormProps {
  label: string;
  name: string;
  action: string;
  change: { error: unknown; isPending: boolean; mutate: (name: string) => void };
}

export function NameForm({ label, name, action, change }: NameFormProps) {
  return (
    <Card className="p-5">
      <Form
        className="flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(fields) => change.mutate(String(fields.get("name")))}
      >
        <div className="min-w-0 flex-1 basis-56">
          <TextField label={label} name="name" defaultValue={name} maxLength={100} required />
        </div>
        <Button type="submit" isBusy={change.isPending}>
          {action}
        </Button>
      </Form>
      <Problem error={change.error} className="mt-4" />
    </Card>
  );
}
