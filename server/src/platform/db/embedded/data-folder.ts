import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { errorCode } from '../../error-code.ts'
import { EmbeddedPostgresFailed } from './embedded-failure.ts'
import { isRunning } from './process-info.ts'
import { canUse, serviceUserFor, type ServiceUser } from './service-user.ts'

const run = promisify(execFile)

/**
 * A file of this name marks a data folder into which a backup is being restored; its content must not be used until
 * then.
 */
export const interruptedRestore = 'restore-under-way'

export type DataFolder = { dataDir: string; folder: string; user: ServiceUser }

/** A folder under DATA_DIR, or for a service user who cannot reach that (a clone in /root), a folder it can reach. */
function makePlace(dataDir: string, link: string): string {
  const user = serviceUserFor(undefined)
  if (canUse(user, dataDir, 'true')) {
    mkdirSync(link, { recursive: true, mode: 0o700 })
    return link
  }
  mkdirSync('/var/lib/brigade', { recursive: true, mode: 0o755 })
  const place = mkdtempSync('/var/lib/brigade/data-')
  symlinkSync(place, link)
  return place
}

/** The database's folder and its owner; it is made if it is missing. */
export function findDataFolder(dataDir: string): DataFolder {
  mkdirSync(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  try {
    lstatSync(link)
  } catch {
    makePlace(dataDir, link)
  }
  if (!existsSync(link))
    throw new EmbeddedPostgresFailed(
      `${link} leads nowhere: put the database back there, or remove the link to start with an empty one`,
    )
  const folder = realpathSync(link)
  const owner = statSync(folder)
  const ownUid = process.getuid?.()
  if (ownUid !== undefined && ownUid !== 0 && owner.uid !== ownUid) {
    throw new EmbeddedPostgresFailed(
      `The database in ${folder} belongs to another user: start as that user (or as root), or set DATA_DIR to a folder of your own`,
    )
  }
  const user = serviceUserFor(owner)
  if (user && user.uid !== owner.uid) chownSync(folder, user.uid, user.gid)
  return { dataDir, folder, user }
}

/** Removes folders of an initialisation that was killed half-way. */
function removeAbandoned(folder: string) {
  for (const entry of readdirSync(folder)) {
    const pid = /^init-(\d+)$/.exec(entry)?.[1]
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning(Number(pid)))
      rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

async function initialise(place: string, target: string, user: ServiceUser, binaries: Binaries, fast: boolean) {
  removeAbandoned(place)
  const partial = join(place, `init-${process.pid}`)
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  if (user) chownSync(partial, user.uid, user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Access to the socket's folder (0700) is the only authentication; there is no other way in.
  const access = ['--username=brigade', '--auth-local=trust', '--auth-host=reject']
  try {
    await run(
      binaries.initdb,
      ['-D', partial, ...locale, ...access, '--no-instructions', ...(fast ? ['--no-sync'] : [])],
      {
        ...user,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      },
    )
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new EmbeddedPostgresFailed(`A new database cannot be made in ${place}: ${output.trim().split('\n').at(-1)}`, {
      cause: error,
    })
  }
  try {
    renameSync(partial, target)
  } catch (error) {
    // Another process made the database first, which is just as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Commands to copy, with the real folder names: the reader only wants the data back. */
function howToMove({ dataDir, place, from, to }: Record<'dataDir' | 'place' | 'from' | 'to', string>): string {
  const source = `postgres:///brigade?host=${join(place, 'socket')}&user=brigade`
  const target = `${resolve(dataDir)}-${to}`
  return `The database in ${place} was made by PostgreSQL ${from}; this version of Brigade brings ${to} and leaves it as it is. To move it:
  1. With the version of Brigade that made it, while it runs (the pg_dump of PostgreSQL ${from} or newer is needed; Debian: apt-get install postgresql-client):
       DATABASE_URL="${source}" npm run backup -- brigade-${from}
  2. Stop it. With this version, into a new folder:
       DATA_DIR=${target} npm run restore -- brigade-${from}
  3. Start this version with DATA_DIR=${target}.
docs/operations.md says more under "Another PostgreSQL version"`
}

/**
 * The cluster's own folder inside `place`, initialised when it is missing. A cluster is complete or absent: it is made
 * under another name and renamed. A cluster of another major version is refused.
 */
export async function prepareCluster(
  { dataDir, folder: place, user }: DataFolder,
  binaries: Binaries,
  fast: boolean,
): Promise<string> {
  const cluster = join(place, 'cluster')
  if (!existsSync(cluster)) await initialise(place, cluster, user, binaries, fast)
  let major: string
  try {
    major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    throw new EmbeddedPostgresFailed(
      `${cluster} is not a PostgreSQL database: move it away to start with an empty one`,
      { cause },
    )
  }
  if (major !== binaries.major) {
    throw new EmbeddedPostgresFailed(howToMove({ dataDir, place, from: major, to: binaries.major }))
  }
  return cluster
}

/** The number initdb gave this cluster: the first eight bytes of its control file. */
export function systemIdentifier(cluster: string): string {
  return readFileSync(join(cluster, 'global/pg_control')).readBigUInt64LE(0).toString()
}
