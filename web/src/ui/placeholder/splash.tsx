import { Logo } from '../display/logo.tsx'
import './splash.css'

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
