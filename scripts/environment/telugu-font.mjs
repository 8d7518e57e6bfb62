import { Refusal } from '../process/refusal.mjs'
import { run } from '../process/run.mjs'
import { installSystemPackages } from './system.mjs'

export const noTeluguFont =
  'The tests measure Telugu text, but the browser finds no Telugu font and draws empty boxes. Install a font (on Debian and Ubuntu: sudo apt-get install fonts-noto-core) and run the command again.'

/**
 * Whether the browser draws Telugu letters in this font family. It runs inside a page, so it uses nothing outside itself.
 * @param {string} fontFamily as in CSS
 */
export function drawsTelugu(fontFamily) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')
  context.font = `40px ${fontFamily}`
  /** @param {string} text */
  const draw = (text) => {
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.fillText(text, 10, 50)
    return context.getImageData(0, 0, canvas.width, canvas.height).data.join()
  }
  // U+0C5F is in the Telugu block, but no letter has this code. A font draws an empty box for it, or nothing.
  const [nothing, box, ka, ma] = ['', '\u0C5F', 'క', 'మ'].map(draw)
  const widthOf = (/** @type {string} */ text) => context.measureText(text).width
  // In the conjunct, the second letter is drawn below the first one.
  const isShaped = widthOf('క్మ') < widthOf('క') + widthOf('మ')
  return ka !== ma && ![nothing, box].includes(ka) && ![nothing, box].includes(ma) && isShaped
}

/**
 * Installs a Telugu font where Chromium finds none.
 * @param {string[]} chromium the program file and its flags
 */
export async function ensureTeluguFont(chromium) {
  if (await chromiumDrawsTelugu(chromium)) return
  await installSystemPackages(['fonts-noto-core'], noTeluguFont)
  if (!(await chromiumDrawsTelugu(chromium))) throw new Refusal(noTeluguFont)
}

/** @param {string[]} chromium */
async function chromiumDrawsTelugu([file = '', ...flags]) {
  const script = `document.body.textContent = 'drawn: ' + (${String(drawsTelugu)})('sans-serif')`
  const html = `<!doctype html><meta charset="utf-8"><body><script>${script}</script>`
  const url = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
  const args = [...flags, '--headless=new', '--dump-dom', url]
  const { output } = await run(file, args, { quiet: true, timeLimit: 60_000 })
  if (!output.includes('drawn: ')) throw new Refusal(`Chromium did not start:\n${output.trim()}`)
  return output.includes('drawn: true')
}
