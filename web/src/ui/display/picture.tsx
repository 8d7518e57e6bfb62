import { Gift } from 'lucide-react'
import { useRef, useState } from 'react'

import { useNearWindow } from '../../lib/use-near-window.ts'

import styles from './picture.module.css'

export interface PictureProps {
  /** If it is missing or cannot be loaded, the fallback takes its place. */
  src: string | undefined
  /** Empty when the name is beside it. */
  alt: string
  /** The first fallback; if it fails, too, an icon takes its place. */
  fallbackSrc?: string
}

/** A picture that keeps its size while it loads and when it fails; the parent sets the width. */
export function Picture({ src, alt, fallbackSrc }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNearWindow(frame)
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = [src, fallbackSrc].find((candidate) => candidate && !failed.includes(candidate))
  return (
    <div ref={frame} className={styles.frame}>
      {shown ? (
        <img
          className={styles.image}
          src={isNear ? shown : undefined}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailed([...failed, shown])}
        />
      ) : (
        <Gift role={alt ? 'img' : undefined} aria-label={alt || undefined} />
      )}
    </div>
  )
}
