import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const sentence =
  'The tests of power cuts compile a small C library. They need a C compiler named cc (on Debian and Ubuntu: sudo apt-get install gcc libc6-dev).'

/** Finds or installs the C compiler. */
export async function ensureCompiler() {
  const hasCompiler = () => findOnPath(['cc']) !== undefined
  if (!hasCompiler()) await installSystemPackages(['gcc', 'libc6-dev'], sentence)
  if (!hasCompiler()) throw new Refusal(sentence)
}
