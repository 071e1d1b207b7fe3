export * from "./parts.jsx";
export * from "./circle.jsx";
export * from "./gone.jsx";
export * as all from "./parts.jsx";
