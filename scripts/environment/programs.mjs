import { existsSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

/** Debian has some programs in a folder that is not on the PATH of every user. */
const has = (/** @type {string} */ name) =>
  findOnPath([name]) !== undefined || existsSync(`/usr/sbin/${name}`)

/**
 * Finds programs, or installs their packages.
 * @param {Record<string, string>} packages the package of each program
 * @param {string} purpose
 */
async function ensurePrograms(packages, purpose) {
  const missing = Object.entries(packages).flatMap(([name, from]) => (has(name) ? [] : [from]))
  const names = Object.values(packages).join(' ')
  const sentence = `${purpose} Install the programs (on Debian and Ubuntu: sudo apt-get install ${names}) or put their folders on PATH.`
  if (missing.length > 0) await installSystemPackages(missing, sentence)
  if (!Object.keys(packages).every(has)) throw new Refusal(sentence)
}

/** Finds or installs the pooler and the proxy. The tests start their own on free ports. */
export const ensureProxies = () =>
  ensurePrograms(
    { pgbouncer: 'pgbouncer', haproxy: 'haproxy' },
    'Tests run several servers behind PgBouncer and HAProxy.',
  )

/** Finds or installs the program that reads printed text in a photo. Its package has the English letters. */
export const ensureTextReader = () =>
  ensurePrograms(
    { tesseract: 'tesseract-ocr' },
    'A test reads the label in a photo that a phone has sent.',
  )
