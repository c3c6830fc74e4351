import pg from 'pg'
import { openCaches } from '@brigade/server/platform/caches.ts'
import { listDevices } from '@brigade/server/device/list/list-devices.ts'
import { durableApp } from '../support/durable-app.ts'
import { loadDevices, loadOrganisations } from '../support/load-devices.ts'
import { percentile } from '../support/percentile.ts'
import { sizesOf } from '../load.ts'
import type { Figure } from '../run.ts'

const lists = 300

/** The statements that a person would write who knows that the customer has few devices. */
const byHand = {
  page: `select device_id from device_state where organisation_id = any($1::bigint[]) and kind = 'oven' and installed
    order by created_at desc, device_id desc limit 10`,
  total: `select online, work_state, sum(within)::int as devices from device_total_now
    where organisation_id = $1 and kind = 'oven' group by 1, 2`,
  within: `select descendant_id from organisation_tree where ancestor_id = $1`,
}

/**
 * Compares the program's statements for the page of a customer with about 50 of very many devices with statements
 * written by hand, without HTTP and without the data of the rows.
 */
export async function measure(): Promise<readonly Figure[]> {
  const { devices, customers } = sizesOf(process.env)
  await using app = await durableApp()
  const client = new pg.Client({ connectionString: app.settings.databaseUrl, options: '-c synchronous_commit=off' })
  await client.connect()
  await loadOrganisations(client, customers)
  await loadDevices(client, devices, () => undefined)
  await client.end()
  const { rows: found } = await app.pool.query<{ id: string }>(
    `select organisation_id as id from device_total_now where kind = 'oven' group by 1 having sum(within) between 40 and 60 order by 1 limit 1`,
  )
  const organisationId = found[0]?.id ?? ''
  const context = {
    db: app.db,
    caches: openCaches(),
    clock: app.clock,
    caller: { organisationId },
    locale: 'en' as const,
  }
  const search = { pageNum: 1, pageSize: 10 } as const
  const program = () => listDevices(context, 'oven', search)
  const hand = async () => {
    const { rows: within } = await app.pool.query<{ descendant_id: string }>(byHand.within, [organisationId])
    const ids = within.map(({ descendant_id }) => descendant_id)
    const [{ rows }] = await Promise.all([
      app.pool.query<{ device_id: string }>(byHand.page, [ids]),
      app.pool.query(byHand.total, [organisationId]),
    ])
    await app.pool.query(rowsOf, [rows.map(({ device_id }) => device_id)])
  }
  const took: Readonly<Record<'program' | 'hand', number[]>> = { program: [], hand: [] }
  for (let round = 0; round < 30; round += 1) await Promise.all([program(), hand()])
  for (let round = 0; round < lists; round += 1)
    for (const [name, run] of [['program', program] as const, ['hand', hand] as const]) {
      const from = performance.now()
      await run()
      took[name].push(performance.now() - from)
    }
  const [measured, bare] = [percentile(took.program, 0.5), percentile(took.hand, 0.5)]
  return [
    {
      name: `p50 of a page of a customer with 40 to 60 of ${devices.toLocaleString('en')} devices, against the SQL by hand`,
      measured: `${measured.toFixed(2)} ms`,
      against: `${bare.toFixed(2)} ms`,
      ratio: measured / bare,
      goal: 'at most 1.1',
    },
  ]
}

const rowsOf = `select d.*, i.*, s.reported,
    (select count(*) from device_binding b where b.device_id = d.id and b.unbound_at is null) as users
  from device_state i join device d on d.id = i.device_id left join device_shadow s on s.device_id = i.device_id
  where i.device_id = any($1::bigint[])`
