import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

interface DoneDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  width?: "normal" | "wide";
}

/** Shows a created secret that can't be shown again. */
export function DoneDialog({ title, onClose, children, width = "normal" }: DoneDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose} width={width}>
      {children}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
