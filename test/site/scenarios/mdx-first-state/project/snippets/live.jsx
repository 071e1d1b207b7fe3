import React, { useMemo, useState } from "react";

export const PlantList = ({ plants }) => {
  const [wanted, setWanted] = useState("");
  const [family, setFamily] = React.useState("All");
  const copy = async (name) => {
    await navigator.clipboard.writeText(name);
  };
  const shown = useMemo(() => {
    let found = plants;
    if (family !== "All") found = found.filter((plant) => plant.family === family);
    if (wanted) found = found.filter((plant) => plant.name.includes(wanted));
    return [...found].sort((a, b) => a.name.localeCompare(b.name));
  }, [wanted, family]);
  const families = ["All", ...new Set(plants.map((plant) => plant.family))];
  useEffect(() => {
    document.title = wanted;
  }, [wanted]);
  return (
    <div className="plants">
      <input type="text" placeholder="Find a plant" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      {families.map((name) => (
        <button key={name} onClick={() => setFamily(name)}>
          {name}
        </button>
      ))}
      <p>
        {shown.length} plant{shown.length === 1 ? "" : "s"}
      </p>
      {shown.map((plant) => (
        <a key={plant.name} href={`#${plant.name.toLowerCase().replace(/\s+/g, "-")}`} onClick={() => copy(plant.name)}>
          {plant.name}
        </a>
      ))}
    </div>
  );
};

export const WithLinks = ({ text }) => {
  const pattern = /\[([^\]]+)\]\(([^)]+)\)/g;
  const parts = [];
  let end = 0;
  let match;
  while ((match = pattern.exec(text)) !== null) {
    if (match.index > end) parts.push(<span key={end}>{text.slice(end, match.index)}</span>);
    const [whole, words, url] = match;
    parts.push(<a href={url}>{words}</a>);
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(<em>{text.slice(end)}</em>);
  return <p>{parts}</p>;
};

export const Detect = () => <script dangerouslySetInnerHTML={{ __html: "alert(1)" }} />;

export const Drawn = ({ markup }) => <figure dangerouslySetInnerHTML={{ __html: markup }} />;

export const LiveView = ({ height }) => {
  const [address] = useState(null);
  if (!address) return <div style={{ width: "100%", height }} />;
  return <iframe src={address} />;
};

export const Swatch = ({ color }) => <div style={{ backgroundColor: color }} onClick={() => copy(color)} />;
