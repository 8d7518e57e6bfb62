import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  postgresIdentity,
  run,
  startPostgres,
  type ThrowAwayPostgres,
} from '../setup/throw-away-postgres.ts'

/**
 * Starts a PostgreSQL with the tablespace `small` on a file system in memory of so many MB, and with 15 connections. Only
 * PostgreSQL sees this file system. Throws when the machine permits no mount.
 */
export async function startSmallPostgres(megabytes: number): Promise<ThrowAwayPostgres> {
  const identity = postgresIdentity()
  let point = ''
  const postgres = await startPostgres({
    // Autovacuum would free a part of the full disk.
    settings: { max_connections: 15, superuser_reserved_connections: 0, autovacuum: 'off' },
    wrap(folder) {
      point = join(folder, 'small')
      mkdirSync(point)
      if (identity) chownSync(point, identity.uid, identity.gid)
      const owner = identity ? `,uid=${identity.uid},gid=${identity.gid}` : ''
      const asUser = identity
        ? `setpriv --reuid=${identity.uid} --regid=${identity.gid} --clear-groups `
        : ''
      const script = `mount -t tmpfs -o size=${megabytes}m,mode=700${owner} tmpfs "$0" && exec ${asUser}"$@"`
      const namespace = identity ? ['-m'] : ['--map-current-user', '--keep-caps', '-m']
      return ['unshare', ...namespace, 'sh', '-c', script, point]
    },
  })
  await run(`${postgres.url}/postgres`, `create tablespace small location '${point}'`)
  return postgres
}
