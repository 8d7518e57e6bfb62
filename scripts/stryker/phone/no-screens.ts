/** Takes the place of `vitest/browser` and `vitest-browser-react`: some tests import them with other helpers. */
export const page = undefined
export const render = undefined
export const cleanup = () => {}
