import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../error-code.ts'
import { installedVersion } from '../embedded/binaries.ts'
import { findDataFolder, interruptedRestore } from '../embedded/data-folder.ts'
import { startOrAttach, stopPostmaster } from '../embedded/start-or-attach.ts'
import type { ServiceUser } from '../embedded/service-user.ts'
import { clusterName, filesName, secretName, type Places } from './back-up.ts'
import { BackupFailed } from './backup-failure.ts'
import { copyFile, forEach, hashOf, syncTree } from './copy-tree.ts'
import { dumpName, restoreDump } from './dump.ts'
import { machine, readManifest, type Kept, type Manifest } from './manifest.ts'

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
}

/**
 * Checks before anything is written that every file is present with its original length. The hashes are checked while
 * copying.
 */
async function requireComplete(source: string, { kept }: Manifest) {
  for (const { path, bytes } of kept) {
    const found = await stat(join(source, path)).catch(() => undefined)
    if (found?.size !== bytes) throw damaged(source, path, found === undefined ? 'is missing' : 'has another length')
  }
}

const damaged = (source: string, path: string, how: string) =>
  new BackupFailed(`The backup in ${source} is damaged: ${path} ${how}. Nothing was restored`)

/** Copies one part of a backup to its place and checks each file against its hash. */
async function copyPart(source: string, kept: readonly Kept[], prefix: string, target: string, user?: ServiceUser) {
  const files = kept.filter(({ path }) => path.startsWith(`${prefix}/`))
  await forEach(files, async ({ path, sha256 }) => {
    const to = join(target, path.slice(prefix.length + 1))
    const copied = await copyFile(join(source, path), to)
    if (copied.sha256 !== sha256) throw damaged(source, path, 'is not as it was written')
    if (user) await chown(to, user.uid, user.gid)
  })
}

async function restoreCluster(source: string, manifest: Manifest, dataDir: string): Promise<void> {
  const { folder, user } = findDataFolder(dataDir)
  const cluster = join(folder, 'cluster')
  await mkdir(cluster, { mode: 0o700 })
  await copyPart(source, manifest.kept, clusterName, cluster, user)
  for (const path of manifest.folders) {
    const made = join(folder, path)
    await mkdir(made, { recursive: true, mode: 0o700 })
    if (user) await chown(made, user.uid, user.gid)
  }
}

/** Runs work on the embedded database, which is started only for it. */
async function withEmbedded(dataDir: string, work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startOrAttach({ dataDir, mode: 'durable' })
  try {
    await work(postgres.databaseUrl)
  } finally {
    await stopPostmaster(postgres, 60_000)
  }
}

function requireMatch(manifest: Manifest, { databaseUrl }: Places) {
  if (manifest.database === 'dump') return
  if (databaseUrl !== undefined)
    throw new BackupFailed('This backup is of an embedded database: leave DATABASE_URL out to restore it')
  if (manifest.machine !== machine)
    throw new BackupFailed(
      `This backup was made on ${manifest.machine} and cannot be restored on ${machine}: restore it there and move the database with pg_dump`,
    )
  const { major } = installedVersion()
  if (manifest.postgresMajor !== major) {
    throw new BackupFailed(
      `This backup is of PostgreSQL ${manifest.postgresMajor}, and this version of Brigade brings ${major}: restore it with the version that made it, then move as docs/operations.md says under "Another PostgreSQL version"`,
    )
  }
}

/**
 * Restores a backup into an empty data folder (or an empty database) and tests it. A failure leaves the folder empty
 * again.
 */
export async function restore(places: Places, source: string, printLine: (line: string) => void): Promise<void> {
  const startedAt = performance.now()
  const { dataDir, databaseUrl } = places
  const manifest = await readManifest(source)
  if (!(await isEmpty(dataDir)))
    throw new BackupFailed(`${dataDir} is not empty: restore into a new folder (DATA_DIR), or move that one away`)
  requireMatch(manifest, places)
  await requireComplete(source, manifest)
  await mkdir(dataDir, { recursive: true })
  const underWay = join(dataDir, interruptedRestore)
  await writeFile(underWay, source, { mode: 0o600 })
  try {
    await copyPart(source, manifest.kept, filesName, join(dataDir, filesName))
    const key = manifest.kept.find(({ path }) => path === secretName)
    if (key !== undefined) await restoreKey(source, key, dataDir)
    if (manifest.database === 'cluster') {
      await restoreCluster(source, manifest, dataDir)
      await syncTree(join(dataDir, 'postgres'))
      // Replays the write-ahead log of the backup, so that a restore that does not work fails now.
      await withEmbedded(dataDir, async () => undefined)
    } else {
      const dump = await checkedDump(source, manifest)
      if (databaseUrl !== undefined) await restoreDump(databaseUrl, dump)
      else await withEmbedded(dataDir, (url) => restoreDump(url, dump))
    }
    await syncTree(dataDir)
    await rm(underWay)
  } catch (error) {
    await empty(dataDir)
    throw error
  }
  printLine(
    `Restored ${source} into ${dataDir} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: as of ${manifest.consistentAt}`,
  )
  if (manifest.files === 'bucket') printLine('Uploaded files are in the bucket that S3_URL named: set S3_URL as it was')
  if (!manifest.secretKey) printLine('The backup holds no key: set SECRET_KEY as it was')
}

async function restoreKey(source: string, { path, sha256 }: Kept, dataDir: string) {
  const copied = await copyFile(join(source, path), join(dataDir, secretName))
  if (copied.sha256 !== sha256) throw damaged(source, path, 'is not as it was written')
}

/** Checks the dump's hash first: pg_restore would notice damage late or not at all. */
async function checkedDump(source: string, { kept }: Manifest): Promise<string> {
  const dump = kept.find(({ path }) => path === dumpName)
  if (dump === undefined) throw damaged(source, dumpName, 'is missing')
  if ((await hashOf(join(source, dumpName))) !== dump.sha256)
    throw damaged(source, dumpName, 'is not as it was written')
  return join(source, dumpName)
}

/** Removes everything that a restore wrote into an empty folder, including the database behind a link. */
async function empty(dataDir: string) {
  if (existsSync(join(dataDir, 'postgres'))) {
    const { folder } = findDataFolder(dataDir)
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    if (folder.startsWith('/var/lib/brigade/')) await rm(folder, { recursive: true, force: true })
  }
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
}
