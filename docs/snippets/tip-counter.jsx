export const TipCounter = ({ start, children }) => {
  const [count, setCount] = useState(start);
  return (
    <div className="flex items-center gap-4">
      <button type="button" className="rounded-lg border px-3 py-1" onClick={() => setCount(count + 1)}>
        Clicked {count} times
      </button>
      {children}
    </div>
  );
};
