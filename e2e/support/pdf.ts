import { inflateSync } from 'node:zlib'

/** How many pages a PDF has, also where its objects are packed into compressed streams. */
export function countPages(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const packed = [...text.matchAll(packedObjects)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  )
  return [text, ...packed].join('\n').match(/\/Type \/Page\b/g)?.length ?? 0
}

const packedObjects = /\/Type \/ObjStm\b[^]*?stream\r?\n([^]*?)\r?\nendstream/g
