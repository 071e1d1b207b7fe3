export * from "./all.jsx";

export const round = "round";
