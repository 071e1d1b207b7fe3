import { CircleAlert, CircleCheck } from "lucide-react";
import { explainError } from "../api/explain-error.ts";
import { createStore } from "./store.ts";

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  action?: ToastAction | undefined;
}

/** A button in the toast, such as Undo. */
interface ToastAction {
  label: string;
  run: () => void;
}

const shownMilliseconds = 5_000;
const toastsMax = 3;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

export function showMessage(text: string, action?: ToastAction): void {
  show({ id: nextId++, text, isError: false, action });
}

export function showError(error: unknown): void {
  show({ id: nextId++, text: explainError(error).message, isError: true });
}

function show(toast: Toast): void {
  toasts.set([...toasts.get(), toast].slice(-toastsMax));
  setTimeout(() => hide(toast.id), shownMilliseconds * (toast.isError || toast.action ? 2 : 1));
}

function hide(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** The live region is always in the DOM; otherwise screen readers would miss the first toast. */
export function Toasts() {
  const shown = toasts.use();
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2 sm:left-auto sm:w-[380px]"
    >
      {shown.map(({ id, text, isError, action }) => (
        <div
          key={id}
          className="pointer-events-auto flex w-full gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-float motion-safe:animate-rise"
        >
          {isError ? (
            <CircleAlert size={20} className="mt-px text-danger" />
          ) : (
            <CircleCheck size={20} className="mt-px text-ok" />
          )}
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</p>
          {action !== undefined && (
            <button
              type="button"
              className="font-medium text-accent-strong underline-offset-2 hover:underline pointer-coarse:min-h-10"
              onClick={() => {
                hide(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
