import { Time } from "../ui/time.tsx";

interface SettingSourceProps {
  setting: { source: "environment" | "dashboard" | "none"; setBy: string | null; setAt: string | null };
  /** The environment variable for this setting. */
  variable: string;
}

/** Says where a server setting comes from and who changed it. */
export function SettingSource({ setting: { source, setBy, setAt }, variable }: SettingSourceProps) {
  if (source === "environment") {
    return (
      <p className="text-ink-soft">
        Set by <code>{variable}</code> in the environment. To change it here, remove the variable and restart the
        server.
      </p>
    );
  }
  if (source === "none" || setAt === null) return null;
  return (
    <p className="text-[13px] text-ink-faint">
      Set by {setBy} <Time at={setAt} />
    </p>
  );
}
