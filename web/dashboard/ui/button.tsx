import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

type ButtonLook = "primary" | "secondary" | "ghost" | "danger";

const looks: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent",
  secondary: "bg-surface text-ink hover:bg-hover border-line",
  ghost: "bg-transparent text-ink-soft hover:bg-hover hover:text-ink border-transparent",
  danger: "bg-surface text-danger hover:bg-danger-soft border-line",
};

/** The classes of a button, also for links that look like one. */
export function buttonClass(look: ButtonLook = "secondary", size: "normal" | "small" = "normal"): string {
  const box = size === "small" ? "h-8 px-2.5 text-[13px]" : "h-9 px-3.5";
  return `inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-control border font-medium transition-colors duration-150 disabled:opacity-50 disabled:pointer-events-none pointer-coarse:min-h-10 ${box} ${looks[look]}`;
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: "normal" | "small";
  /** Disables the button and shows a spinner. */
  isBusy?: boolean;
  icon?: ReactNode;
}

export function Button({ look, size, isBusy = false, icon, className = "", children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {isBusy ? <LoaderCircle size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  );
}

interface RowButtonProps extends ComponentProps<"button"> {
  /** Identifies the row for screen readers. */
  label: string;
  icon: ReactNode;
  look?: ButtonLook;
}

/** A button for a row's action, by default to remove the row. On a phone, it shows only an icon. */
export function RowButton({ label, icon, look = "danger", children, ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`${buttonClass(look, "small")} max-sm:w-10 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0`}
    >
      <span className="sm:hidden" aria-hidden>
        {icon}
      </span>
      <span className="hidden sm:inline">{children}</span>
    </button>
  );
}

/** An icon button. Its label is shown as a tooltip and read by screen readers. */
export function IconButton({ label, children, className = "", ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 items-center justify-center rounded-control text-ink-faint transition-colors duration-150 hover:bg-hover hover:text-ink disabled:opacity-40 pointer-coarse:size-10 ${className}`}
    >
      {children}
    </button>
  );
}
