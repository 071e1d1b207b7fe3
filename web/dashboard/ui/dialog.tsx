import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button, IconButton } from "./button.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  width?: keyof typeof widths;
}

const widths = { normal: "max-w-[480px]", wide: "max-w-[680px]", full: "max-w-[1440px]" };

const fields = ":is(input:not([type=hidden], [type=file]), textarea, select):not(:disabled)";

/**
 * The native modal dialog, which handles focus and Escape. Libraries inject style sheets to lock scrolling, which the content
 * security policy forbids.
 */
export function Dialog({ title, isOpen, onClose, children, width = "normal" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!isOpen || shown === null) return;
    shown.showModal();
    // The browser would focus Close, so that a typed space closes the dialog. React's autoFocus runs too early.
    (shown.querySelector<HTMLElement>(fields) ?? shown).focus();
    // The browser only gives the focus back if the dialog is closed before React removes it.
    return () => shown.close();
  }, [isOpen]);
  if (!isOpen) {
    return null;
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.target === dialog.current && dialog.current?.close()}
      className={`m-auto max-h-[min(88dvh,800px)] w-[calc(100vw-32px)] overflow-visible rounded-card border border-line bg-raised p-0 text-left whitespace-normal text-ink shadow-float outline-none motion-safe:animate-rise ${widths[width]}`}
    >
      <div className="flex max-h-[min(88dvh,800px)] flex-col">
        <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()}>
            <X size={16} />
          </IconButton>
        </header>
        <div className="overflow-y-auto p-5">{children}</div>
      </div>
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}

/** Shows a created secret that can't be shown again. */
export function DoneDialog({ title, onClose, width = "normal", children }: Omit<DialogProps, "isOpen">) {
  return (
    <Dialog title={title} onClose={onClose} width={width} isOpen>
      {children}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
