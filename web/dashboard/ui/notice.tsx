import { type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface NoticeProps {
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

/** A box with something that people should know before they continue. */
export function Notice({ icon: Icon = TriangleAlert, className = "", children }: NoticeProps) {
  return (
    <div className={`flex gap-3 rounded-card bg-warn-soft px-4 py-3 ${className}`}>
      <Icon size={20} className="mt-px flex-none text-warn" />
      <p>{children}</p>
    </div>
  );
}
