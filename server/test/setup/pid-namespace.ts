import { spawnSync } from 'node:child_process'

/**
 * The words before a command that start it in a namespace of process ids of its own, as in a container: it sees no other
 * process. Throws when the machine permits none: a test that uses one is worth nothing without it.
 */
export function newPidNamespace(): readonly [string, ...string[]] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const words = [...asRoot, '--pid', '--fork', '--kill-child', '--mount-proc']
  const { status, stderr, error } = spawnSync('unshare', [...words, 'true'], { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `This test starts a process in a namespace of process ids of its own and needs unshare (package util-linux) and the permission for it: run it as root with CAP_SYS_ADMIN, or where user namespaces are permitted. ${error?.message ?? stderr}`,
    )
  return ['unshare', ...words]
}
