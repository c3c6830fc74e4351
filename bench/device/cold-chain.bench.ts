import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { siteEventKinds } from '@brigade/contract/customer/site.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import {
  fleetPage,
  listFleet,
  listFleetDevices,
  periodOf,
  type FleetRead,
} from '@brigade/server/cold-chain/fleet/fleet.store.ts'
import { listEvents } from '@brigade/server/customer/site/timeline.store.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import pg from 'pg'
import { durableApp } from '../support/durable-app.ts'
import { loadDevices, loadOrganisations } from '../support/load-devices.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const coolers = Number(process.env['COOLERS'] ?? 10_000)
const customers = 400
const rounds = Number(process.env['ROUNDS'] ?? 60)
const zone = 'Asia/Shanghai'

/** Ninety days of each refrigerator, four excursions of each, some that last, and what a site lives through. */
async function plant(client: pg.Client): Promise<void> {
  await client.query(`select create_partitions((now() - interval '90 days')::date, now()::date)`)
  await client.query(`update device_state set last_seen_at = now(), online_changed_at = now() where kind = 'cooler'`)
  await client.query(`
    insert into cooler_day (device_id, day, began_at, ended_at, judged_ms, known_ms, unjudged_ms, lead_ms, trail_ms, reports, min_c, max_c, evaluated_at)
    select s.device_id, g.day::date, g.day::date::timestamp at time zone '${zone}', (g.day::date + 1)::timestamp at time zone '${zone}',
      86400000 - (s.device_id % 7) * 1000000, 86400000 - (s.device_id % 7) * 900000, (s.device_id % 7) * 1000000, 0, 0, 1440, 2, 7, now()
    from device_state s, generate_series((now() at time zone '${zone}')::date - 90, (now() at time zone '${zone}')::date - 1, interval '1 day') as g (day)
    where s.kind = 'cooler'`)
  await client.query(`
    insert into fault_excursion (month, fault_id, device_id, side, began_at, ended_at, limit_c, worst_c, worst_at)
    select date_trunc('month', b.at)::date, s.device_id, s.device_id, 'high', b.at, b.at + interval '50 minutes', 8, 11, b.at
    from device_state s cross join lateral (
      select now() - (s.device_id % 23 + n * 21) * interval '1 day' as at from generate_series(0, 3) as g (n)) as b where s.kind = 'cooler'`)
  await client.query(`
    insert into online_log (device_id, occurred_at, online, reason)
    select s.device_id, now() - n * interval '37 hours' - s.device_id % 1000 * interval '1 minute', n % 2 = 0, 'connection_lost'
    from device_state s, generate_series(1, 40) as g (n) where s.kind = 'cooler'`)
  await client.query(`
    insert into command (device_id, kind, identifier, params, status, created_at, deadline_at)
    select s.device_id, 'property.set', '', '{}', 'succeeded', now() - n * interval '9 days' - s.device_id % 1000 * interval '1 minute', now()
    from device_state s, generate_series(1, 8) as g (n) where s.kind = 'cooler'`)
  await client.query(`analyze`)
}

/** First rows of the cold chain of a fleet and of a site's timeline over HTTP, each against its statements alone, in turns. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const client = new pg.Client({ connectionString: app.settings.databaseUrl, options: '-c synchronous_commit=off' })
  await client.connect()
  await loadOrganisations(client, customers)
  // Six of ten are ovens.
  await loadDevices(client, Math.round(coolers * 2.5), () => undefined)
  await plant(client)
  await client.end()
  const { rows } = await app.pool.query<{ id: string; many: number }>(
    `select organisation_id::text as id, count(*)::int as many from device_state where installed group by 1 order by 2 desc limit 1`,
  )
  const site = rows[0] ?? { id: '', many: 0 }
  const platform = await make.account(app, { role: 'administrator' })
  const scope = { organisationId: platform.organisationId, organisationKind: 'platform' }
  const api = await app.start('api')
  const get = async (endpoint: Endpoint, query: object) => {
    const response = await fetch(addressOf(api.url, endpoint, query), { headers: { authorization: platform.token } })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  }
  const readFleet = async (days: number) => {
    const nowMs = Date.now()
    const read: FleetRead = { scope, filters: {}, nowMs, period: await periodOf(app.db, nowMs, days, zone) }
    const page = await listFleet(app.db, read, fleetPage({ pageNum: 1, pageSize: 10 }))
    await listFleetDevices(
      app.db,
      scope,
      page.rows.map(({ deviceId }) => deviceId),
    )
  }
  const readTimeline = async () => {
    const end = Date.now() + 1
    await listEvents(app.db, scope, {
      organisationId: site.id,
      deviceKinds: ['oven', 'cooler'],
      kinds: siteEventKinds,
      span: { from: iso(end - 3 * dayMs), to: iso(end) },
      zone,
      before: null,
      limit: 51,
    })
  }
  const trials = [
    ['the cold chain over 7 days', () => get(coldChainApi.fleet, {}), () => readFleet(7)],
    ['the cold chain over 90 days', () => get(coldChainApi.fleet, { days: 90 }), () => readFleet(90)],
    [`the timeline of a site of ${site.many} devices`, () => get(siteApi.siteTimeline, { id: site.id }), readTimeline],
  ] as const
  const figures: Figure[] = []
  for (const [name, http, statements] of trials) {
    const [took, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds + 5; round += 1)
      for (const [run, into] of [
        [http, took],
        [statements, bare],
      ] as const) {
        const from = performance.now()
        await run()
        if (round >= 5) into.push(performance.now() - from)
      }
    const [measured, against] = [percentile(took, 0.5), percentile(bare, 0.5)]
    figures.push({
      name: `p50 of the first rows of ${name}, of ${coolers.toLocaleString('en')} refrigerators, HTTP against its statements alone`,
      measured: `${measured.toFixed(1)} ms`,
      against: `${against.toFixed(1)} ms`,
      ratio: measured / (against * 1.5 + 3),
      goal: 'at most 1 of 1.5 times and 3 ms',
    })
  }
  return figures
}
