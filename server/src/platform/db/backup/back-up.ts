import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../error-code.ts'
import { EmbeddedPostgresFailed } from '../embedded/embedded-failure.ts'
import { isRunning } from '../embedded/process-info.ts'
import { startOrAttach, stopPostmaster } from '../embedded/start-or-attach.ts'
import { BackupFailed } from './backup-failure.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyFile, forEach, hashOf, syncTree, walkTree } from './copy-tree.ts'
import { dumpDatabase, dumpName } from './dump.ts'
import { machine, manifestName, writtenManifest, type Kept, type Manifest } from './manifest.ts'

export const clusterName = 'cluster'
export const filesName = 'files'
export const secretName = 'secret.key'

export type Places = Readonly<{
  dataDir: string
  databaseUrl: string | undefined
  /** Uploaded files are in a bucket, which has its own backup. */
  filesInBucket: boolean
  /** SECRET_KEY is set, so the one in the data folder is not used. */
  secretIsSet: boolean
}>

type Copied = {
  database: Manifest['database']
  postgresMajor: string
  consistentAt: string
  kept: Kept[]
  folders: string[]
}

async function backUpEmbedded({ dataDir }: Places, target: string): Promise<Copied> {
  if (!existsSync(join(dataDir, 'postgres')))
    throw new BackupFailed(
      `There is nothing to back up in ${dataDir}: set DATA_DIR, or DATABASE_URL for a PostgreSQL of your own`,
    )
  const postgres = await startOrAttach({ dataDir, mode: 'durable' })
  try {
    const cluster = realpathSync(join(dataDir, 'postgres/cluster'))
    const copied = await copyCluster({ databaseUrl: postgres.databaseUrl, cluster, target, name: clusterName })
    return { database: 'cluster', postgresMajor: await majorOf(target), ...copied }
  } finally {
    // A PostgreSQL server that ran before the backup keeps running.
    if (!postgres.isAttached) await stopPostmaster(postgres)
  }
}

async function majorOf(target: string): Promise<string> {
  return (await readFile(join(target, clusterName, 'PG_VERSION'), 'utf8')).trim()
}

async function backUpExternal(databaseUrl: string, target: string): Promise<Copied> {
  const file = join(target, dumpName)
  const { consistentAt, major } = await dumpDatabase(databaseUrl, file)
  const kept = { path: dumpName, bytes: (await stat(file)).size, sha256: await hashOf(file) }
  return { database: 'dump', postgresMajor: major, consistentAt, kept: [kept], folders: [] }
}

/** Copies files that the backup lacks so far: an existing one is complete and never changes. */
async function copyFiles(dataDir: string, target: string): Promise<Kept[]> {
  const kept: Kept[] = []
  await forEach(walkTree(join(dataDir, filesName)), async ({ path, isFolder }) => {
    const to = join(target, filesName, path)
    if (isFolder || path.endsWith('.new') || existsSync(to)) return
    try {
      kept.push({ path: `${filesName}/${path}`, ...(await copyFile(join(dataDir, filesName, path), to)) })
    } catch (error) {
      // The file was removed meanwhile; its row was removed before it.
      if (errorCode(error) !== 'ENOENT') throw error
    }
  })
  return kept
}

const isPartial = /^\.(.+)\.partial-(\d+)$/

/** Removes the unfinished folders of other backups that were killed. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(isPartial.exec(name)?.[2] ?? Number.NaN)
    if (Number.isNaN(pid) || isRunning(pid) || !existsSync(join(parent, name, unfinishedName))) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** A file of this name marks the folder as ours until the backup is complete and the folder gets its final name. */
const unfinishedName = 'brigade-backup-under-way'

/**
 * Backs up database, uploaded files and key into the new folder `target`, whether the program runs or not. The backup
 * is made under another name, and renamed when everything is on stable storage: a folder with the final name is a
 * complete backup.
 */
export async function backUp(places: Places, target: string, printLine: (line: string) => void): Promise<Manifest> {
  const startedAt = performance.now()
  if (existsSync(target)) throw new BackupFailed(`${target} exists already: name a new folder for each backup`)
  const parent = dirname(target)
  await mkdir(parent, { recursive: true })
  await removeAbandoned(parent)
  const partial = join(parent, `.${basename(target)}.partial-${process.pid}`)
  await mkdir(partial, { mode: 0o700 })
  try {
    await writeFile(join(partial, unfinishedName), '', { mode: 0o600 })
    const { dataDir, databaseUrl, filesInBucket } = places
    const early = filesInBucket ? [] : await copyFiles(dataDir, partial)
    const database =
      databaseUrl === undefined ? await backUpEmbedded(places, partial) : await backUpExternal(databaseUrl, partial)
    // A file that was acknowledged before the copy's end exists by now: the first pass or this one copies it.
    const late = filesInBucket ? [] : await copyFiles(dataDir, partial)
    const secret = places.secretIsSet ? [] : [await copySecret(dataDir, partial)]
    const manifest: Manifest = {
      format: 1,
      consistentAt: database.consistentAt,
      database: database.database,
      postgresMajor: database.postgresMajor,
      machine: database.database === 'cluster' ? machine : 'any',
      files: filesInBucket ? 'bucket' : 'inside',
      secretKey: !places.secretIsSet,
      folders: database.folders,
      kept: [...database.kept, ...early, ...late, ...secret],
    }
    await writeFile(join(partial, manifestName), writtenManifest(manifest), { mode: 0o600, flush: true })
    await rm(join(partial, unfinishedName))
    await syncTree(partial)
    await rename(partial, target)
    await syncTree(target)
    const bytes = manifest.kept.reduce((sum, file) => sum + file.bytes, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printLine(
      `Backed up into ${target}: ${manifest.kept.length} files, ${(bytes / 1_000_000).toFixed(1)} MB, in ${seconds} s`,
    )
    printLine(`It holds everything that was acknowledged before ${manifest.consistentAt}`)
    if (filesInBucket)
      printLine('Uploaded files are in the bucket of S3_URL: back that up by the means of your storage')
    if (places.secretIsSet) printLine('SECRET_KEY is set, so the key is not in the backup: keep it apart')
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw inWords(error, target)
  }
}

async function copySecret(dataDir: string, target: string): Promise<Kept> {
  const from = join(dataDir, secretName)
  if (!(await stat(from).catch(() => undefined)))
    throw new BackupFailed(
      `${from} is missing, and SECRET_KEY is not set: without the key the backup would be of no use`,
    )
  return { path: secretName, ...(await copyFile(from, join(target, secretName))) }
}

function inWords(error: unknown, target: string): unknown {
  if (error instanceof BackupFailed || error instanceof EmbeddedPostgresFailed || !(error instanceof Error))
    return error
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupFailed(`There is not enough room for ${target}`)
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupFailed(`${error.message}: run it as root or as the user that owns the data`)
  return error
}
