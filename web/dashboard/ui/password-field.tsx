import { type ComponentProps, useState } from "react";
import { TextField } from "./field.tsx";

/** A password that can be shown while it is typed. */
export function PasswordField(field: Omit<ComponentProps<typeof TextField>, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField {...field} type={isShown ? "text" : "password"} />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0 rounded-control text-[13px] leading-[22px] text-accent hover:underline pointer-coarse:px-2"
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </button>
    </div>
  );
}

/** A password that the person chooses now. */
export function NewPasswordField(field: ComponentProps<typeof PasswordField>) {
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      minLength={10}
      maxLength={128}
      required
      hint="At least 10 characters."
    />
  );
}
