/** The public address of a site: its own host, with the scheme and port of the server's address. */
export function siteUrl(publicUrl: string, siteHost: string, subdomain: string): string {
  return hostUrl(publicUrl, `${subdomain}.${siteHost}`);
}

/** The public address for a host, such as a custom domain. */
export function hostUrl(publicUrl: string, host: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
