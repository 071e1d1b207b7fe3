export const links = [
  { href: "/other", label: "Other" },
  { href: "https://example.org", label: "Elsewhere" },
];

const Anchor = ({ href, label }) => <a href={href}>{label}</a>;

export default function Hero({ title, links, dark = false, children }) {
  return (
    <section className={["hero", dark && "hero-dark"].filter(Boolean).join(" ")} style={{ maxWidth: 600 }}>
      <h2>{title}</h2>
      {children}
      {links.map((link) => (
        <Anchor key={link.href} {...link} />
      ))}
    </section>
  );
}
