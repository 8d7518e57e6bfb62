import './splash.css'

export interface LogoProps {
  /** Width and height in px. */
  size: number
}

/** The shapes of public/icon.svg, inline: an <img> would need a request and a document of its own. */
export function Logo({ size }: LogoProps) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} fill="none" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#0b5563" />
      <path
        d="M16 18c6 14 9 22 16 30 7-8 10-16 16-30"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="32" cy="18" r="4" fill="#f2a71b" />
    </svg>
  )
}

export interface SplashProps {
  /** For screen readers. */
  label: string
}

/** The same as index.html paints before the scripts; it stays until the first screen renders. */
export function Splash({ label }: SplashProps) {
  return (
    <div className="splash">
      <Logo size={144} />
      <output className="visually-hidden">{label}</output>
    </div>
  )
}
