/** The logo: four tally marks and a fifth across them. Decorative. */
export function TallyMark({ size = 44 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 44 44" fill="none" aria-hidden="true">
      <rect width="44" height="44" rx="13" fill="var(--accent-soft)" />
      <path
        d="M13 12v20M19 12v20M25 12v20M31 12v20"
        stroke="var(--accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M8.5 28.5 35.5 15.5" stroke="var(--text)" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
