export const Counter = ({ start }) => {
  const count = localStorage.getItem("count") ?? start;
  return <b>{count}</b>;
};

export const CopyButton = ({ text }) => <button title={navigator.userAgent}>{text}</button>;

export const Clock = () => <time>{Date.now()}</time>;

export const Dice = () => {
  return <b>{1 + Math.floor(Math.random() * 6)}</b>;
};

export const Outer = () => (
  <div>
    Outside
    <Counter>inside</Counter>
  </div>
);
