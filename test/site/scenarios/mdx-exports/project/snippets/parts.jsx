import "./setup.jsx";

export const parts = [];
parts.push("first", "second");

export const Box = ({ children }) => <b>{children}</b>;
Box.Title = ({ children }) => <i>{children}</i>;
