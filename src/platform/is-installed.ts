/** Whether this is the npm package, which contains JavaScript, or a clone, which runs its TypeScript sources. */
export const isInstalled = !import.meta.url.endsWith(".ts");
