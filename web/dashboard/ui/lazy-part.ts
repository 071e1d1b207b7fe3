import { type ComponentType, lazy, useEffect } from "react";
import { showMessage } from "./toast.tsx";

/**
 * A part of a page whose code is loaded when it is first shown, or earlier with `preload`. While the server is away, and
 * after it was upgraded, the code can't be loaded. Then a message says so, and the page around the part stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => NotLoaded) }));
  return Object.assign(part, { preload: () => void load().catch(() => undefined) });
}

/** The browser doesn't load the code again before the page is reloaded. */
function NotLoaded() {
  useEffect(() => {
    const reload = { label: "Reload", run: () => location.reload() };
    showMessage("This part couldn't be loaded. Reload the page when the server is back.", reload);
  }, []);
  return null;
}
