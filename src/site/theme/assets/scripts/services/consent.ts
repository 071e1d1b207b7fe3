/**
 * Calls `load` as soon as local storage has the value that the site's own banner stores. Without such a setting that is at
 * once; if storage can't be read, never.
 */
export function whenConsented(consent: { key: string; value: string } | undefined, load: () => void): void {
  if (consent === undefined || hasConsented(consent)) {
    load();
    return;
  }
  const check = () => {
    if (!hasConsented(consent)) return;
    removeEventListener("storage", check);
    document.removeEventListener("click", checkLater);
    load();
  };
  // The banner of the site writes the value when it is clicked, and pages get no event for what they write themselves.
  const checkLater = () => setTimeout(check);
  addEventListener("storage", check);
  document.addEventListener("click", checkLater);
}

function hasConsented({ key, value }: { key: string; value: string }): boolean {
  try {
    return localStorage.getItem(key) === value;
  } catch {
    return false;
  }
}
