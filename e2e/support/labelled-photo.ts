import type { Page } from '@playwright/test'

export interface LabelledPhoto {
  /** Printed on the label, line by line. */
  readonly lines: readonly string[]
  /** Strands of hair in the packet. */
  readonly strands: number
  /** Noise of the camera: the most by which it changes the brightness of a pixel, 0 to 255. */
  readonly grain: number
}

/**
 * Draws what a camera with twelve megapixels would take at arm's length: a frame of 40 cm by 30 cm, in it a packet of hair
 * with a paper label whose letters are 7 mm high, turned by some degrees.
 * @returns a JPEG file
 */
export async function takeLabelledPhoto(page: Page, photo: LabelledPhoto) {
  const base64 = await page.evaluate(draw, photo)
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** Runs in the browser. */
async function draw({ lines, strands, grain }: LabelledPhoto): Promise<string> {
  const [width, height, pxPerMm] = [4000, 3000, 10]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const light = context.createLinearGradient(0, 0, width, height)
  light.addColorStop(0, '#c9a877')
  light.addColorStop(1, '#6b4a2b')
  context.fillStyle = light
  context.fillRect(0, 0, width, height)
  let state = 7
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let strand = 0; strand < strands; strand += 1) {
    const [x, y] = [600 + 2800 * random(), 400 + 2200 * random()]
    context.strokeStyle = `hsl(25 ${10 + 30 * random()}% ${6 + 30 * random()}%)`
    context.lineWidth = 2 + 4 * random()
    context.beginPath()
    context.moveTo(x, y)
    context.quadraticCurveTo(x + 300 * random(), y + 200, x + 500 * random() - 250, y + 400)
    context.stroke()
  }
  context.translate(width / 2, height / 2)
  context.rotate(0.04)
  context.fillStyle = '#f4f1e8'
  context.fillRect(-900, -450, 1800, 900)
  context.fillStyle = '#1b1b1f'
  // A capital letter has about 0.7 of the size of its font.
  context.font = `${(7 * pxPerMm) / 0.7}px sans-serif`
  for (const [at, line] of lines.entries()) context.fillText(line, -780, -250 + at * 190)
  const image = context.getImageData(0, 0, width, height)
  for (let at = 0; at < image.data.length; at += 4) {
    const noise = (random() - 0.5) * 2 * grain
    for (let part = 0; part < 3; part += 1) image.data[at + part] = image.data[at + part]! + noise
  }
  context.putImageData(image, 0, 0)
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 30_000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 30_000))
  return btoa(binary)
}
