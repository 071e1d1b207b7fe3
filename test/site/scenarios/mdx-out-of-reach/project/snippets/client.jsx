import { useState } from "react";

export const Counter = ({ start }) => {
  const [count, setCount] = useState(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
};

export const CopyButton = ({ text }) => <button onClick={() => navigator.clipboard.writeText(text)}>Copy</button>;

export const Clock = () => <time>{Date.now()}</time>;

export const Loop = () => {
  for (;;) {}
};

export const Outer = () => (
  <div>
    Outside
    <Counter>inside</Counter>
  </div>
);
