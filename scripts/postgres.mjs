import { existsSync, readdirSync } from 'node:fs'
import { Refusal } from './refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const debianFolder = '/usr/lib/postgresql'

const sentence =
  'The server is tested on PostgreSQL too and needs its programs initdb and pg_ctl. Install them (on Debian and Ubuntu: sudo apt-get install postgresql) or put their folder on PATH.'

/** Debian keeps the programs that run a server out of PATH, in one folder for each version. */
function hasPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const inDebianFolder = versions.some((name) => existsSync(`${debianFolder}/${name}/bin/initdb`))
  return inDebianFolder || findOnPath(['initdb']) !== undefined
}

/** The tests start a throw-away PostgreSQL of their own; here only its programs are provided. */
export async function ensurePostgres() {
  if (!hasPostgres()) await installSystemPackages(['postgresql'], sentence)
  if (!hasPostgres()) throw new Refusal(sentence)
}
