import { CircleAlert } from "lucide-react";
import { explainError } from "../api/explain-error.ts";
import { Button } from "./button.tsx";

interface ProblemProps {
  error: unknown;
  onRetry?: (() => unknown) | undefined;
  className?: string;
}

/** An error message from the server, with details and an optional retry button. Nothing if there is no error. */
export function Problem({ error, onRetry, className = "" }: ProblemProps) {
  if (error == null) return null;
  const { message, details } = explainError(error);
  return (
    <div
      role="alert"
      className={`flex gap-3 rounded-card border border-danger/30 bg-danger-soft px-4 py-3 text-ink ${className}`}
    >
      <CircleAlert size={20} className="mt-px text-danger" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{message}</p>
        {details.length > 0 && (
          <ul className="mt-1 text-[13px] text-ink-soft">
            {details.map(({ path, message: text }) => (
              <li key={`${path} ${text}`}>
                <code>{path}</code> {text}
              </li>
            ))}
          </ul>
        )}
        {onRetry !== undefined && (
          <Button size="small" className="mt-2" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
