import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** The hash of the token section on the account page. */
export const tokensHash = "tokens";

/** Opens a dialog when the page is opened with this hash, for example from the command palette. */
export function useOpenByHash(name: string, open: () => void): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const onReached = useEffectEvent(() => {
    open();
    // With the hash still set, reloading would open the dialog again, and the palette couldn't open it a second time.
    void navigate({ to: ".", search: true, hash: "", replace: true });
  });
  useEffect(() => {
    if (hash === name) {
      onReached();
    }
  }, [hash, name]);
}
