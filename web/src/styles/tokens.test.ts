import { describe, expect, test } from 'vitest'

import tokens from './tokens.css?raw'

const [lightCss = '', darkCss = ''] = tokens.split('prefers-color-scheme: dark')
const light = coloursOf(lightCss)
const dark = { ...light, ...coloursOf(darkCss) }

const meaningful = ['primary', 'priority', 'return', 'collect', 'hold']
const backgrounds = ['surface', 'raised']

describe.each([
  { theme: 'light', colours: light },
  { theme: 'dark', colours: dark },
])('in the $theme theme', ({ colours }) => {
  const contrast = (ink: string, ground: string) => contrastOf(colours[ink], colours[ground])

  // Design: body text at least 7:1, made for sunlight.
  test.each([...backgrounds, 'sunken'])('body text has a contrast of 7:1 on %s', (ground) => {
    expect(contrast('ink', ground)).toBeGreaterThanOrEqual(7)
  })
  test.each(backgrounds)('muted text has a contrast of 7:1 on %s', (ground) => {
    expect(contrast('ink-muted', ground)).toBeGreaterThanOrEqual(7)
  })

  test.each(meaningful)(
    '%s has a contrast of 4.5:1 on surface, raised and its own tint',
    (role) => {
      for (const ground of [...backgrounds, `${role}-soft`]) {
        expect(contrast(role, ground), ground).toBeGreaterThanOrEqual(4.5)
      }
    },
  )
  test.each(meaningful)('body text has a contrast of 7:1 on the tint of %s', (role) => {
    expect(contrast('ink', `${role}-soft`)).toBeGreaterThanOrEqual(7)
  })
  test.each([
    ['on-primary', 'primary'],
    ['on-primary', 'primary-pressed'],
    ['on-danger', 'collect'],
    ['on-priority-fill', 'priority-fill'],
    ['ink-muted', 'sunken'],
    ['line-strong', 'raised'],
    ['line-strong', 'surface'],
    ['focus', 'raised'],
    ['focus', 'surface'],
  ])('%s has a contrast of 4.5:1 on %s', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

function coloursOf(css: string): Record<string, string> {
  const declarations = css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)
  return Object.fromEntries(Array.from(declarations, ([, name, hex]) => [name, hex]))
}

/** WCAG 2 contrast ratio of two #rrggbb colours, 1 to 21. */
function contrastOf(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/i)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
