import { KeyRound } from "lucide-react";
import type { ComponentProps } from "react";
import { type Answer, api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useAction } from "../ui/use-action.ts";
import { choosePasskey } from "./passkeys-in-browser.ts";

export function usePasskeySignIn(isSecondFactor: boolean, onDone: (me: Answer<"getMe">) => void) {
  return useAction(
    async () => {
      const { options } = await api.startPasskeySignIn({ isSecondFactor });
      return api.finishSignIn({ credential: await choosePasskey(options) });
    },
    { onDone, showsError: true },
  );
}

interface PasskeyButtonProps extends ComponentProps<typeof Button> {
  signIn: ReturnType<typeof usePasskeySignIn>;
}

export function PasskeyButton({ signIn, ...button }: PasskeyButtonProps) {
  return (
    <Button {...button} icon={<KeyRound size={16} />} isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
      Use a passkey
    </Button>
  );
}
