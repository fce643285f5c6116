import { useState } from 'react'

interface BrandProps {
  size?: number
  /** The address of a logo that takes the place of ours, unless it does not load. */
  logo?: string | null
  /** The name of that logo where no text beside it says so. */
  alt?: string
}

/** A logo beside the name of the company, or alone. */
export function Brand({ size = 20, logo = null, alt = '' }: BrandProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (logo === null || logo === failed) return <Mark size={size} />
  return <img className="logo" src={logo} alt={alt} height={size} onError={() => setFailed(logo)} />
}

/** Our logo: two strokes that pass each other. */
const Mark = ({ size }: { size: number }) => (
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
