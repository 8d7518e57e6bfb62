import { useEffect, useState } from 'react'

import { reportProblem } from '../lib/report.ts'
import type { QrPath } from '../lib/qr-path.ts'
import styles from './qr-code.module.css'

export interface QrCodeProps {
  /** What a scanner reads. */
  text: string
  /** The accessible name: what the code is for. */
  label: string
}

/**
 * Black on white in both themes, as scanners want it. The room is kept while the encoder loads; without it, offline
 * and not fetched before, the text that stands beside every code has to do.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const qr = useQrPath(text)
  return (
    <div className={styles.code}>
      {qr && (
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag says it of a drawing in the page
          role="img"
          aria-label={label}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
        >
          <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
          <path fill="#000" d={qr.path} />
        </svg>
      )}
    </div>
  )
}

function useQrPath(text: string): QrPath | undefined {
  const [qr, setQr] = useState<QrPath>()
  useEffect(() => {
    let isCurrent = true
    import('../lib/qr-path.ts').then(
      ({ qrPath }) => {
        if (isCurrent) setQr(qrPath(text))
      },
      (error: unknown) => reportProblem('QR code not drawn', error),
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return qr
}
