/** Measures of what is on the screen, each run in the page: they see nothing outside themselves. */

/** Controls smaller than a thumb needs (48 × 48 px), and pairs of them that stand closer than 8 px. */
export function cramped(): string[] {
  const TARGET = 48
  const APART = 8
  const modal = document.querySelector('dialog[open]')
  /** What scrolls passes under the bars: only targets that move together can be close. */
  function layerOf(element: Element): Element | null {
    const parent = element.parentElement
    if (!parent || parent.matches('dialog, header, footer, main')) return parent
    return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : layerOf(parent)
  }
  /** Choices of one kind that stand wall to wall, each big enough by itself. */
  const rows = 'nav, [role="radiogroup"]'

  /** The label of a radio or a photo input is pressed as well as the input itself. */
  function targetOf(control: Element) {
    const boxes = [control, control.closest('label') ?? control].map((one) =>
      one.getBoundingClientRect(),
    )
    const [left, top] = [
      Math.min(...boxes.map((one) => one.left)),
      Math.min(...boxes.map((one) => one.top)),
    ]
    const right = Math.max(...boxes.map((one) => one.right))
    const bottom = Math.max(...boxes.map((one) => one.bottom))
    const text =
      control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent
    const name = `${control.tagName.toLowerCase()} "${text?.trim().slice(0, 30)}"`
    return { control, name, left, top, right, bottom }
  }
  const isLinkInText = (element: Element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline'

  const targets = [
    ...(modal ?? document).querySelectorAll('button, a[href], input, select, textarea, summary'),
  ]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isLinkInText(one))
    .map(targetOf)
  // Half a pixel is the browser's rounding.
  const small = targets
    .map(({ name, left, top, right, bottom }) => ({
      name,
      width: right - left,
      height: bottom - top,
    }))
    .filter(({ width, height }) => width < TARGET - 0.5 || height < TARGET - 0.5)
    .map(({ name, width, height }) => `${name} is ${width.toFixed()} × ${height.toFixed()}`)

  const close: string[] = []
  for (const [at, one] of targets.entries())
    for (const other of targets.slice(at + 1)) {
      if (layerOf(one.control) !== layerOf(other.control)) continue
      const row = one.control.closest(rows)
      if (row && row === other.control.closest(rows)) continue
      const across = Math.max(one.left, other.left) - Math.min(one.right, other.right)
      const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom)
      if (Math.max(across, down) < APART - 0.5) close.push(`${one.name} is close to ${other.name}`)
    }
  return [...small, ...close]
}

/** What is wider than the window, and text or controls that are cut off at the side. */
export function cutOff(): string[] {
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
    // What is not laid out while it is out of sight is cut at its edges, too.
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

/** Animations and transitions, however short. */
export function moving(): string[] {
  return document.getAnimations().map((one) => {
    if (one instanceof CSSAnimation) return one.animationName
    return one instanceof CSSTransition ? `transition of ${one.transitionProperty}` : one.id
  })
}

/** Controls that show no focus: neither they nor what frames them get an outline. The keyboard must have been used last. */
export function focusless(): string[] {
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

/** In forced colours nothing but a border tells a button or a card from the page. */
export function borderless(): string[] {
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
