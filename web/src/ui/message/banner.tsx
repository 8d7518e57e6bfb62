import { TriangleAlert, FlaskConical, History, Info } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './banner.module.css'
import { classNames } from '../style.ts'
import { useAnnounced } from './announcer.ts'

const displays = {
  info: { icon: Info, tone: 'primary' },
  warning: { icon: TriangleAlert, tone: 'priority' },
  /** The screen shows a snapshot. */
  snapshot: { icon: History, tone: 'priority' },
  error: { icon: TriangleAlert, tone: 'collect' },
  demo: { icon: FlaskConical, tone: 'hold' },
} as const

export interface BannerProps {
  kind: keyof typeof displays
  title?: string
  children: ReactNode
  action?: ReactNode
}

/** A permanent message in the page. Errors are announced at once, other messages in the next pause. */
export function Banner({ kind, title, children, action }: BannerProps) {
  const { icon: Icon, tone } = displays[kind]
  const isError = kind === 'error'
  const text = useAnnounced<HTMLDivElement>()
  return (
    <div
      role={isError ? 'alert' : undefined}
      data-tone={tone}
      className={classNames(styles.banner, kind === 'demo' && styles.demo)}
    >
      <Icon />
      <div className={styles.text}>
        <div ref={isError ? undefined : text}>
          {title && <p className={styles.title}>{title}</p>}
          <div>{children}</div>
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
