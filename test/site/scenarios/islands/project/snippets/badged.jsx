import { Star, label } from "./star.mdx";

export const Badged = () => {
  const [count, setCount] = useState(1);
  return (
    <>
      <button type="button" className="badged" onClick={() => setCount(count + 1)}>
        <Star /> {label} {count}
      </button>
      <Columns cols={3}>
        <Card href="/">Card {count}</Card>
      </Columns>
    </>
  );
};
