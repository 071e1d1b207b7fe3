import { useState } from "react";

const step = 2;

const Shown = ({ count }) => <output className="count">{count}</output>;

export const Counter = ({ start = 0, grow }) => {
  const [count, setCount] = useState(start);
  return (
    <div className="counter" style={{ padding: 8, color: count > 4 ? "rgb(1, 2, 3)" : "inherit" }}>
      <button type="button" onClick={() => setCount(grow ? grow(count) : count + step)}>
        Add
      </button>
      <Shown count={count} />
    </div>
  );
};
