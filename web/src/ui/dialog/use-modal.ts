import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Shows a dialog element modally for as long as it is mounted.
 * @param onCancel Esc, the back gesture or a tap beside the dialog; the caller decides whether it goes.
 */
export function useModal(onCancel: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const cancel = useEffectEvent(onCancel)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined

    const mounted = new AbortController()
    const { signal } = mounted
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        cancel()
      },
      { signal },
    )
    // The dialog has no padding: a click on itself, and not on its content, is one on the backdrop.
    // The second tap of the double tap that opened it (`detail` counts them) is no answer.
    dialog.addEventListener(
      'click',
      (event) => event.target === dialog && event.detail <= 1 && cancel(),
      { signal },
    )
    dialog.showModal()
    // Closing before React removes the element makes the browser give the focus back to where it was.
    return () => {
      mounted.abort()
      dialog.close()
    }
  }, [])

  return ref
}
