// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Paints link preview images. Only a process with limits imports this file.

export { paintCard } from "./outputs/social/paint-card.ts";
