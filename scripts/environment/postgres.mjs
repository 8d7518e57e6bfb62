import { existsSync, readdirSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'
import { findOnPath, installSystemPackages } from './system.mjs'

const debianFolder = '/usr/lib/postgresql'

const sentence =
  'The server tests also run on PostgreSQL. They need its programs initdb and pg_ctl. Install them (on Debian and Ubuntu: sudo apt-get install postgresql) or put their folder on PATH.'

/** Debian has these programs in one folder for each version, outside PATH. */
function hasPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const inDebianFolder = versions.some((name) => existsSync(`${debianFolder}/${name}/bin/initdb`))
  return inDebianFolder || findOnPath(['initdb']) !== undefined
}

/** Finds or installs the programs of PostgreSQL. The tests start their own temporary server with them. */
export async function ensurePostgres() {
  if (!hasPostgres()) await installSystemPackages(['postgresql'], sentence)
  if (!hasPostgres()) throw new Refusal(sentence)
}
