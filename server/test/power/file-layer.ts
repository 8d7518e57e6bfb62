import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('file-layer.c', import.meta.url))

/** Compiles the file layer. Throws a sentence that says what to install when the machine has no compiler. */
export function compileFileLayer(library: string): void {
  const options = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-o', library]
  const { status, stderr, error } = spawnSync('cc', [...options, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (status === 0) return
  const reason = error ? `The C compiler cc is missing (${error.message}).` : stderr
  throw new Error(
    `The tests of power cuts compile a small C library for Linux with glibc. As root on Debian: apt-get install gcc libc6-dev. ${reason}`,
  )
}

/** Time that a sync takes, so that cuts also come during one. */
const SYNC_MICROSECONDS = 300

/** The variables with which a program runs on the layer. */
export const layerVariables = (layer: { library: string; root: string; log: string }) => ({
  LD_PRELOAD: layer.library,
  VENI_CUT_ROOT: layer.root,
  VENI_CUT_LOG: layer.log,
  VENI_CUT_SYNC_US: String(SYNC_MICROSECONDS),
  // Calls through io_uring do not pass libc.
  UV_USE_IO_URING: '0',
})
