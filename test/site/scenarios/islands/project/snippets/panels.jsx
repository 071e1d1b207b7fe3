export const PlantSearch = ({ plants }) => {
  const [query, setQuery] = useState("");
  const found = useMemo(() => plants.filter((plant) => plant.toLowerCase().includes(query.toLowerCase())), [query]);
  return (
    <div className="plants">
      <input type="search" placeholder="Find a plant" value={query} onChange={(event) => setQuery(event.target.value)} />
      <ul>
        {found.map((plant) => (
          <li key={plant}>{plant}</li>
        ))}
      </ul>
    </div>
  );
};

export const Greeting = () => {
  const [name, setName] = useState(null);
  useEffect(() => {
    setName(localStorage.getItem("name") ?? "stranger");
    const note = () => setName("resized");
    window.addEventListener("resize", note);
    return () => window.removeEventListener("resize", note);
  }, []);
  if (name === null) return null;
  return <p className="greeting">Hello, {name}. {new Date(0).getUTCFullYear()}</p>;
};

export const Panel = ({ title, children }) => {
  const [isOpen, setOpen] = useState(true);
  const ask = () => fetch("https://api.example.com/plants").then((reply) => reply.json());
  return (
    <section className="panel">
      <style>{`.panel-title { letter-spacing: 3px }`}</style>
      <h3 className="panel-title">{title}</h3>
      <button type="button" onClick={() => setOpen(!isOpen)} onDoubleClick={ask}>
        {isOpen ? "Close" : "Open"}
      </button>
      <Tip>Press the button.</Tip>
      {isOpen && <div className="panel-body">{children}</div>}
    </section>
  );
};

export const Wall = ({ tools }) => {
  const [chosen, choose] = useState("");
  return (
    <ul className="wall">
      {tools.map((tool) => (
        <li key={tool.name} onClick={() => choose(tool.name)}>
          {tool.icon} {tool.name} {chosen === tool.name && "(chosen)"}
        </li>
      ))}
    </ul>
  );
};
