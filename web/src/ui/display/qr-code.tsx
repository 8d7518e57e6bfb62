import { useEffect, useState } from 'react'

import { reportProblem } from '../../lib/report.ts'
import type { QrPath } from '../../lib/qr-path.ts'
import styles from './qr-code.module.css'

export interface QrCodeProps {
  /** The content of the code. */
  text: string
  /** The accessible name: the purpose of the code. */
  label: string
}

/**
 * Black on white in both themes, for scanners. The space is reserved while the encoder loads.
 * If the encoder cannot be loaded, the text beside the code must be enough.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const qr = useQrPath(text)
  return <div className={styles.code}>{qr && <img src={dataUrlOf(qr)} alt={label} />}</div>
}

function dataUrlOf({ size, path }: QrPath): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function useQrPath(text: string): QrPath | undefined {
  const [qr, setQr] = useState<QrPath>()
  useEffect(() => {
    let isCurrent = true
    import('../../lib/qr-path.ts')
      .then(({ qrPath }) => {
        if (isCurrent) setQr(qrPath(text))
      })
      .catch((error: unknown) => reportProblem('QR code not drawn', error))
    return () => {
      isCurrent = false
    }
  }, [text])
  return qr
}
