/** Where readers find a site: the scheme and port of the public address, the host of the sites. */
export function siteUrl(publicUrl: string, siteHost: string, subdomain: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${subdomain}.${siteHost}${port === "" ? "" : `:${port}`}`;
}
