import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";

interface SaveRowProps {
  change: { error: unknown; isPending: boolean };
  look?: "primary";
}

/** The error and the save button at the end of a form. */
export function SaveRow({ change, look }: SaveRowProps) {
  return (
    <>
      {change.error !== null && <Problem error={change.error} />}
      <div>
        <Button type="submit" {...(look && { look })} isBusy={change.isPending}>
          Save
        </Button>
      </div>
    </>
  );
}
