/** Where readers find a site: the scheme and port of the public address, the host of the sites. */
export function siteUrl(publicUrl: string, siteHost: string, subdomain: string): string {
  return hostUrl(publicUrl, `${subdomain}.${siteHost}`);
}

/** A site on a host of its own, such as a custom domain. */
export function hostUrl(publicUrl: string, host: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
