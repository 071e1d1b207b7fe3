import { useSuspenseQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { meQuery } from "../api/queries.ts";

/** Says which organizations wait for a second factor. */
export function RequiredFactor() {
  const { data: me } = useSuspenseQuery(meQuery);
  const names = me.organizations.filter(({ needsSecondFactor }) => needsSecondFactor).map(({ name }) => name);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat("en").format(names);
  return (
    <div role="status" className="mb-8 flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3">
      <ShieldAlert size={20} className="mt-px flex-none text-warn" aria-hidden />
      <p>
        <strong className="font-semibold">{list}</strong> {names.length === 1 ? "requires" : "require"} a second factor.
        Set up an authenticator app or a passkey below to continue.
      </p>
    </div>
  );
}
