/** The logo: two strokes that pass each other. */
export const Brand = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
    <rect width="20" height="20" rx="5" fill="var(--accent)" />
    <path
      d="M6 5.5v9M6 14.5l-2.2-2.2M6 14.5l2.2-2.2"
      transform="translate(1.2 0)"
      stroke="var(--on-accent)"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path
      d="M14 14.5v-9M14 5.5l-2.2 2.2M14 5.5l2.2 2.2"
      transform="translate(-1.2 0)"
      stroke="var(--on-accent)"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      opacity="0.75"
    />
  </svg>
)
