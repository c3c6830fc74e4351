import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { errorCode } from '../../error-code.ts'
import { openConnection } from '../open-database.ts'
import { BackupFailed } from './backup-failure.ts'
import { copyFile, forEach, walkTree } from './copy-tree.ts'
import type { Kept } from './manifest.ts'

/** Folders that hold state of the running server. They must exist in the copy, empty. */
const keptEmpty = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /(^|\/)(postmaster\.(pid|opts).*|pg_internal\.init.*|current_logfiles.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|t\d+_\d+[._\d]*)$/
/** Copied last, when everything it refers to is copied. */
const controlFile = 'global/pg_control'

export type CopiedCluster = { kept: Kept[]; folders: string[]; consistentAt: string }

async function askOne<T extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<T> {
  const { rows } = await client.query<T>(statement, values)
  const [row] = rows
  if (row === undefined) throw new Error(`No row came of: ${statement}`)
  return row
}

/**
 * Copies a running cluster into folder `name` of `target`, so that it starts there in the state at the end of the copy.
 * The session that announces the backup (pg_backup_start) also holds a temporary replication slot, which keeps the
 * server from recycling the write-ahead log meanwhile; both end with the session, however it ends.
 */
export async function copyCluster({
  databaseUrl,
  cluster,
  target,
  name,
}: {
  databaseUrl: string
  cluster: string
  target: string
  name: string
}): Promise<CopiedCluster> {
  const kept: Kept[] = []
  const folders: string[] = [name]
  const copy = async (path: string) => {
    try {
      kept.push({ path: `${name}/${path}`, ...(await copyFile(join(cluster, path), join(target, name, path))) })
    } catch (error) {
      // The file was dropped during the copy: the log repeats that when the copy starts.
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }
  if ((await readdir(join(cluster, 'pg_tblspc'))).length > 0)
    throw new BackupFailed('The database has tablespaces outside its folder, which a backup would miss: use pg_dump')

  let lost: Error | undefined
  const client = await openConnection(databaseUrl, 'brigade backup', (error) => (lost = error))
  try {
    await client.query(`select pg_create_physical_replication_slot('brigade_backup_' || pg_backend_pid(), true, true)`)
    const { first } = await askOne<{ first: string }>(
      client,
      `select pg_walfile_name(pg_backup_start('brigade', fast => true)) as first`,
    )
    await mkdir(join(target, name), { recursive: true, mode: 0o700 })
    await forEach(walkTree(cluster, { enters: (path) => !keptEmpty.has(path) }), async ({ path, isFolder }) => {
      if (leftOut.test(path)) return
      if (isFolder) {
        folders.push(`${name}/${path}`)
        await mkdir(join(target, name, path), { recursive: true, mode: 0o700 })
      } else if (path !== controlFile) await copy(path)
    })
    await copy(controlFile)
    const consistentAt = new Date().toISOString()
    const end = await askOne<{ label: string; last: string }>(
      client,
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    )
    await writeFile(join(target, name, 'backup_label'), end.label, { mode: 0o600, flush: true })
    kept.push({
      path: `${name}/backup_label`,
      bytes: Buffer.byteLength(end.label),
      sha256: createHash('sha256').update(end.label).digest('hex'),
    })
    // Stopping the backup switched to a new segment, so the last segment needed is complete; the slot has retained all
    // of them.
    const segments = (await readdir(join(cluster, 'pg_wal')))
      .filter((segment) => /^[0-9A-F]{24}$/.test(segment) && segment >= first && segment <= end.last)
      .toSorted()
    if (segments[0] !== first || segments.at(-1) !== end.last)
      throw new BackupFailed(`The database's log from ${first} to ${end.last} is not complete`)
    await forEach(segments, (segment) => copy(`pg_wal/${segment}`))
    if (lost !== undefined) throw lost
    return { kept, folders, consistentAt }
  } finally {
    await client.end().catch(() => undefined)
  }
}
