export const Diagram = ({ label }) => <p>Diagram {label}</p>;
