import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { copyCluster } from '../../platform/db/backup/copy-cluster.ts'
import { removeAbandoned } from '../cluster/debian-postgres.ts'
import { askOnce, makeCluster, newPlace, startServer, type OneServer } from './one-postgres.ts'
import { silentProxy, type SilentProxy } from './silent-proxy.ts'

export type PostgresPair = AsyncDisposable &
  Readonly<{
    primary: OneServer
    standby: OneServer
    /** Between them. While it is silent, no commit of the primary is answered. */
    replication: SilentProxy
    /** Promotes the standby to a server of its own, without telling the primary. */
    promote: () => Promise<void>
  }>

const standbyName = 'standby'

/**
 * A primary whose commits wait for their standby, each with a cluster of its own, from the PostgreSQL that comes with
 * the program. They are removed when disposed of.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  await removeAbandoned('brigade-test-pair', ['primary', standbyName])
  const place = newPlace('brigade-test-pair')
  const { folder, user } = place
  const cluster = join(folder, 'primary')
  makeCluster(place, 'primary')
  const primary = await startServer(place, 'primary', { synchronous_commit: 'on' })
  await copyCluster({ databaseUrl: primary.databaseUrl, cluster, target: folder, name: standbyName })
  writeFileSync(join(folder, standbyName, 'standby.signal'), '', { mode: 0o600 })
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, join(folder, standbyName)])
  const replication = await silentProxy(primary.target)
  const standby = await startServer(place, standbyName, {
    primary_conninfo: `host=127.0.0.1 port=${replication.port} user=postgres application_name=${standbyName}`,
  })
  await askOnce(primary.databaseUrl, `alter system set synchronous_standby_names = '${standbyName}'`)
  await askOnce(primary.databaseUrl, 'select pg_reload_conf()')
  for (;;) {
    const rows = await askOnce<{ state: string }>(
      primary.databaseUrl,
      'select sync_state as state from pg_stat_replication',
    )
    if (rows[0]?.state === 'sync') break
    await delay(50)
  }
  return {
    primary,
    standby,
    replication,
    promote: async () => {
      await askOnce(standby.databaseUrl, 'select pg_promote()')
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([primary.stop(), standby.stop()])
      await replication[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
