export const Carousel = ({ images = [] }) => {
  const [at, setAt] = React.useState(0);
  return (
    <div className="carousel">
      {images.map((image, index) => (
        <div key={image.src} className={index === at ? "slide block" : "slide hidden"}>
          <img src={image.src} alt={image.alt} noZoom />
        </div>
      ))}
      <button type="button" aria-label="Next" onClick={() => setAt((at + 1) % images.length)}>
        ›
      </button>
    </div>
  );
};

export const Player = ({ src, title }) => {
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying) return <video src={src} controls className="aspect-video w-full object-contain" />;
  return (
    <button type="button" className="player" onClick={() => setPlaying(true)}>
      Play {title}
    </button>
  );
};
