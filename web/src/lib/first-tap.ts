import type { MouseEvent } from 'react'

/**
 * For a button that takes the place of one just tapped: the second tap of a double one was meant
 * for what stood there before. `detail` counts the taps; a key press is 0.
 */
export const onFirstTap = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}
