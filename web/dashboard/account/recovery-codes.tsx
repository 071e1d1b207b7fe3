import { TriangleAlert } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";

/** The new codes, which are shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog title="Save your recovery codes" isOpen onClose={onClose}>
      <p className="mb-4 flex gap-3 rounded-card bg-warn-soft px-4 py-3">
        <TriangleAlert size={20} className="mt-px flex-none text-warn" aria-hidden />
        <span>
          Without your phone or passkey, one of these codes lets you sign in. Each works once. They aren’t shown again.
        </span>
      </p>
      <Command text={text} label="Copy codes" />
      <DialogActions>
        <Button onClick={() => download(text)}>Download</Button>
        <Button look="primary" onClick={onClose}>
          I saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function download(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  link.download = "lectern-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
