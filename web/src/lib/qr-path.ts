import { encode } from 'uqr'

/** The four light modules around a QR code that scanners need (ISO 18004). */
const QUIET_ZONE = 4

export interface QrPath {
  /** Modules per side, including the quiet zone: the width and height of the viewBox. */
  readonly size: number
  /** The dark modules as an SVG path: one rectangle per run of dark modules in a row. */
  readonly path: string
}

/** A QR code that scanners can read with 15 % of it damaged. Load it lazily, because the encoder has 4 KB. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) =>
    [...runsOf(row)].map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: path.join('') }
}

function* runsOf(row: readonly boolean[]) {
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x]) x++
    yield { x: start, length: x - start }
  }
}
