/** Colours as the browser computes them, because another rule may override the colour of a class. */
import type { Locator } from 'vitest/browser'

/** A token of tokens.css, such as `--return`. */
export function tokenColour(token: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

export const inkOf = (part: Locator) => getComputedStyle(part.element()).color

/** The channel that is much stronger than the others; `grey` if there is none. */
export function hueOf(colour: string): 'red' | 'green' | 'blue' | 'grey' {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  if (red > 1.3 * Math.max(green, blue)) return 'red'
  if (green > 1.3 * Math.max(red, blue)) return 'green'
  return blue > 1.3 * Math.max(red, green) ? 'blue' : 'grey'
}
