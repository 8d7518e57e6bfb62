import type { Page } from '@playwright/test'

// Functions that the tests pass to page.evaluate run in the page. They use nothing outside themselves.

/** The smallest target for a thumb, and the smallest space between two targets, in px. */
const TARGET = 48
const SPACE = 8
/** Browsers round to half a pixel. */
const ROUNDING = 0.5

/** A control with the area that the runner can press, in px. */
interface Target {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Index of the part of the page with which the control scrolls. */
  readonly layer: number
  /** Index of the navigation or radio group of the control, or -1. */
  readonly group: number
}

/** Controls smaller than 48 × 48 px, and pairs of controls with less than 8 px between them. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(readTargets)
  const small = targets
    .map(({ name, left, top, right, bottom }) => ({
      name,
      width: right - left,
      height: bottom - top,
    }))
    .filter(({ width, height }) => Math.min(width, height) < TARGET - ROUNDING)
    .map(({ name, width, height }) => `${name} is ${width.toFixed()} × ${height.toFixed()}`)
  const close = targets.flatMap((one, index) =>
    targets
      .slice(index + 1)
      .filter((other) => areClose(one, other))
      .map((other) => `${one.name} is close to ${other.name}`),
  )
  return [...small, ...close]
}

function areClose(one: Target, other: Target): boolean {
  // Content scrolls under the bars, so only targets that scroll together can be too close.
  if (one.layer !== other.layer) return false
  // The choices of one group may touch each other, because each is large enough.
  if (one.group !== -1 && one.group === other.group) return false
  const across = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom)
  return Math.max(across, down) < SPACE - ROUNDING
}

function readTargets(): Target[] {
  const all = [...document.querySelectorAll('*')]
  const indexOf = (element: Element | null) => (element ? all.indexOf(element) : -1)
  function layerOf(element: Element): Element | null {
    const parent = element.parentElement
    if (!parent || parent.matches('dialog, header, footer, main')) return parent
    return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : layerOf(parent)
  }
  const isLinkInText = (element: Element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline'
  const controls = 'button, a[href], input, select, textarea, summary'
  const modal = document.querySelector('dialog[open]')
  return [...(modal ?? document).querySelectorAll(controls)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isLinkInText(one))
    .map((control) => {
      // The label of a radio button or a photo input is part of its target.
      const label = control.closest('label') ?? control
      const boxes = [control, label].map((one) => one.getBoundingClientRect())
      const text = control.getAttribute('aria-label') ?? label.textContent
      return {
        name: `${control.tagName.toLowerCase()} "${text?.trim().slice(0, 30)}"`,
        left: Math.min(...boxes.map((one) => one.left)),
        top: Math.min(...boxes.map((one) => one.top)),
        right: Math.max(...boxes.map((one) => one.right)),
        bottom: Math.max(...boxes.map((one) => one.bottom)),
        layer: indexOf(layerOf(control)),
        group: indexOf(control.closest('nav, [role="radiogroup"]')),
      }
    })
}

/** Elements that are wider than the window, and text or controls that are cut off at the side. */
export function findCutOffElements(): string[] {
  const width = document.documentElement.clientWidth
  const found: string[] = []
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('.visually-hidden, svg, option')) continue
    const box = element.getBoundingClientRect()
    if (box.width === 0) continue
    const label = `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`
    if (box.right > width + 0.5 || box.left < -0.5) found.push(`${label} is outside the window`)
    const { overflowX, contentVisibility } = getComputedStyle(element)
    // An element whose layout is skipped outside the window is also cut at its edges.
    const isClipping = /hidden|clip/.test(overflowX) || contentVisibility === 'auto'
    if (
      isClipping &&
      !element.matches('input, textarea') &&
      element.scrollWidth > element.clientWidth + 1
    )
      found.push(`${label} is cut off`)
    if (element.matches('button, a') && element.scrollWidth > element.clientWidth + 1)
      found.push(`${label} overflows`)
  }
  return [...new Set(found)]
}

/** All animations and transitions, also very short ones. */
export function findAnimations(): string[] {
  return document.getAnimations().map((one) => {
    if (one instanceof CSSAnimation) return one.animationName
    return one instanceof CSSTransition ? `transition of ${one.transitionProperty}` : one.id
  })
}

/** Controls without a visible focus ring on themselves or their frame. The last input must be from the keyboard. */
export function findControlsWithoutFocusRing(): string[] {
  const modal = document.querySelector('dialog[open]')
  const controls = [
    ...(modal ?? document).querySelectorAll<HTMLElement>('button, a[href], input, textarea'),
  ]
  const hasRing = (element: Element | null) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  return controls
    .filter((control) => control.checkVisibility() && !control.matches(':disabled'))
    .filter((control) => {
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) return false
      const label = control.closest('label')
      return ![control, control.parentElement, label, label?.querySelector('span') ?? null].some(
        hasRing,
      )
    })
    .map((control) => control.outerHTML.slice(0, 120))
}

/** Buttons and cards without a border. In forced colours only a border separates them from the page. */
export function findElementsWithoutBorder(): string[] {
  const modal = document.querySelector('dialog[open]')
  const withBorder = [
    'button, dialog',
    ...['button', 'card', 'banner', 'toast', 'control', 'box'].map(
      (name) => `[class*="_${name}_"]`,
    ),
    '[data-tone][class*="_badge_"]',
  ].join()
  return [...(modal ?? document).querySelectorAll(withBorder)]
    .filter((element) => element.checkVisibility() && element.textContent?.trim())
    .filter((element) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
      return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1
    })
    .map(
      (element) =>
        `${element.tagName}.${element.className} ${element.textContent?.trim().slice(0, 30)}`,
    )
}
