import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { EmbeddedPostgresFailed } from './embedded-failure.ts'

/** PostgreSQL refuses to run as root, so root starts it as another user; undefined means the current user. */
export type ServiceUser = { uid: number; gid: number } | undefined

const userName = 'brigade'

function lookUp(): ServiceUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${userName}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** The system user `brigade`, made when it is missing. For root only. */
function brigadeUser(): ServiceUser {
  const known = lookUp()
  if (known) return known
  const made = spawnSync(
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      userName,
    ],
    { encoding: 'utf8' },
  )
  // Another process that starts at this moment may have made the user first; only its existence matters.
  const user = lookUp()
  if (user) return user
  const reason = made.error?.message ?? made.stderr.trim()
  throw new EmbeddedPostgresFailed(
    `PostgreSQL does not run as root, and the system user ${userName} cannot be made (${reason}): make it, or start as a plain user`,
  )
}

/**
 * The user that PostgreSQL runs as. A data folder that a plain user made stays theirs when root starts the program; a
 * new folder, or one of root's, becomes the service user's.
 */
export function serviceUserFor(folderOwner: { uid: number; gid: number } | undefined): ServiceUser {
  if (process.getuid?.() !== 0) return undefined
  if (folderOwner && folderOwner.uid !== 0) return folderOwner
  return brigadeUser()
}

/** Runs the test as that user, so that folder rights, groups and access lists all apply. */
export function canUse(user: ServiceUser, folder: string, test: string): boolean {
  if (!user) return true
  return (
    spawnSync('/bin/sh', ['-c', `cd "$1" && ${test}`, 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status ===
    0
  )
}
