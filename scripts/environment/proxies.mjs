import { existsSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

/** Each program is in the package of its name. */
const programs = ['pgbouncer', 'haproxy']

const sentence =
  'Tests run several servers behind PgBouncer and HAProxy. Install them (on Debian and Ubuntu: sudo apt-get install pgbouncer haproxy) or put their folders on PATH.'

/** Debian has them in a folder that is not on the PATH of every user. */
const has = (/** @type {string} */ name) =>
  findOnPath([name]) !== undefined || existsSync(`/usr/sbin/${name}`)

/** Finds or installs the pooler and the proxy. The tests start their own on free ports. */
export async function ensureProxies() {
  const missing = programs.filter((name) => !has(name))
  if (missing.length > 0) await installSystemPackages(missing, sentence)
  if (!programs.every(has)) throw new Refusal(sentence)
}
