import { TriangleAlert, FlaskConical, History, Info } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './banner.module.css'
import { classNames } from '../class-names.ts'
import { useAnnounced } from './announcer.ts'

const looks = {
  info: { icon: Info, tone: 'primary' },
  warning: { icon: TriangleAlert, tone: 'priority' },
  /** What is shown is not the newest. */
  saved: { icon: History, tone: 'priority' },
  error: { icon: TriangleAlert, tone: 'collect' },
  demo: { icon: FlaskConical, tone: 'hold' },
} as const

export interface BannerProps {
  kind: keyof typeof looks
  title?: string
  children: ReactNode
  action?: ReactNode
}

/** A standing message in the page; errors are announced at once, the rest when there is a pause. */
export function Banner({ kind, title, children, action }: BannerProps) {
  const { icon: Icon, tone } = looks[kind]
  const isError = kind === 'error'
  const words = useAnnounced<HTMLDivElement>()
  return (
    <div
      role={isError ? 'alert' : undefined}
      data-tone={tone}
      className={classNames(styles.banner, kind === 'demo' && styles.demo)}
    >
      <Icon />
      <div className={styles.text}>
        <div ref={isError ? undefined : words}>
          {title && <p className={styles.title}>{title}</p>}
          <div>{children}</div>
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
