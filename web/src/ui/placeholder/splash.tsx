import { Logo } from '../display/logo.tsx'
import './splash.css'

export interface SplashProps {
  /** Said to those who do not see it. */
  label: string
}

/** What index.html paints before any script has come, until there is a screen to show. */
export function Splash({ label }: SplashProps) {
  return (
    <div className="splash">
      <Logo size={144} />
      <output className="visually-hidden">{label}</output>
    </div>
  )
}
