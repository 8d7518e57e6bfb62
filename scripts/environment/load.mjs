import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const sentence =
  'The benchmark sends its load with wrk. Install it (on Debian and Ubuntu: sudo apt-get install wrk) or put its folder on PATH.'

/** Finds or installs the program that sends the load. */
export async function ensureLoad() {
  if (!findOnPath(['wrk'])) await installSystemPackages(['wrk'], sentence)
  if (!findOnPath(['wrk'])) throw new Refusal(sentence)
}
