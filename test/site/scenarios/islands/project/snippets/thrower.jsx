export const Thrower = () => {
  const [isOn] = useState(() => typeof window !== "undefined");
  if (isOn) throw new Error("thrown while rendering");
  return <p className="thrower">Still here</p>;
};

export const LateThrower = () => {
  useEffect(() => {
    throw new Error("thrown in an effect");
  }, []);
  return <p className="late-thrower">Here as well</p>;
};
