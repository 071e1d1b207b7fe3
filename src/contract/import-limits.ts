/** The maximum size of an imported archive. The dashboard checks it before it sends one, and the server while it arrives. */
export const archiveMebibytesMax = 100;
