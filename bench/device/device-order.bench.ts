import type { deviceSorts } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { load, loadedFolder, sizesOf } from '../load.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] || 25)
const ms = (value: number) => `${value.toFixed(1)} ms`

/** The share of all devices that one customer gets. */
const ofBig = 5

/** Gives a fifth of all devices to one customer, once, and counts the totals again, without the lines of a log. */
async function makeBig({ pool }: DurableApp): Promise<string> {
  const { rowCount } = await pool.query(`insert into bench_loaded values ('big customer') on conflict do nothing`)
  const { rows } = await pool.query<{ id: string }>(
    `select min(id) as id from organisation where kind = 'customer' and parent_id = (select id from organisation where kind = 'platform')`,
  )
  const id = rows[0]?.id ?? ''
  if (rowCount === 0) return id
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    update device_state set organisation_id = ${id} where device_id % ${ofBig} = 0;
    delete from device_total;
    delete from device_total_change;
    insert into device_total (organisation_id, kind, product_id, online, work_state, own, within)
    select t.ancestor_id, s.kind, s.product_id, s.online, case when s.online then coalesce(s.work_state, -1) else -1 end,
      count(*) filter (where t.depth = 0), count(*)
    from device_state s join organisation_tree t on t.descendant_id = s.organisation_id where s.installed group by 1, 2, 3, 4, 5;
    commit`)
  for (const table of [
    'device_state',
    'device_total',
    'device_total_change',
    'device',
    'device_module',
    'organisation',
  ])
    await pool.query(`vacuum analyze ${table}`)
  return id
}

type Reader = Readonly<{ what: string; token: string; where: string; organisationId: string }>
type Sort = (typeof deviceSorts)[number]

/** The ids of a page, queried by a person who knows the order, and the same in the other direction. */
function pageSql(sort: Sort, { where, organisationId }: Reader, way: 'asc' | 'desc', offset: number): string {
  const listed = `s.kind = 'oven' and s.installed ${where}`
  const end = `limit 10 offset ${offset}`
  switch (sort) {
    case 'state':
      // The state that contains the page, which the totals are needed to find.
      return `select s.device_id from device_state s where ${listed} and ${way === 'asc' ? 's.online and s.work_state = 2' : 'not s.online'}
        order by s.created_at ${way}, s.device_id ${way} ${end}`
    case 'warranty':
      return `select d.id as device_id from device d join device_state s on s.device_id = d.id where d.kind_id = (select id from device_kind where key = 'oven')
        and d.warranty_until is not null and ${listed} order by d.warranty_until ${way}, d.id ${way} ${end}`
    case 'firmware':
      return `select m.device_id from device_module m join device_state s on s.device_id = m.device_id
        where m.module = 'default' and m.version <> '' and ${listed} order by version_parts(m.version) ${way}, m.version ${way}, m.device_id ${way} ${end}`
    case 'customer':
      return `select one.device_id from organisation o cross join lateral (select s.device_id, s.created_at from device_state s
        where ${listed} and s.organisation_id = o.id order by s.created_at ${way}, s.device_id ${way} limit ${offset + 10}) as one
        ${organisationId === '' ? '' : `where o.id = ${organisationId}`}
        order by name_key(o.name, o.spelling) collate "C" ${way}, o.id ${way}, one.created_at ${way}, one.device_id ${way} ${end}`
    case 'createdAt':
    case 'sn':
    case 'name':
    case 'lastSeenAt':
      return `select s.device_id from device_state s where ${listed} order by s.created_at ${way}, s.device_id ${way} ${end}`
  }
}

const totals = (organisationId: string) => `select online, work_state, sum(within)::int as devices from device_total_now
  where organisation_id = ${organisationId === '' ? `(select id from organisation where kind = 'platform')` : organisationId} and kind = 'oven' group by 1, 2`
const shown = `select d.*, i.*, s.reported from device_state i join device d on d.id = i.device_id left join device_shadow s on s.device_id = i.device_id
  where i.device_id = any($1::bigint[])`

type Timed = Readonly<Record<string, () => Promise<unknown>>>

/** The medians are measured in turns, so that a busy moment of the machine affects all of them. */
async function medians(timed: Timed, times: number): Promise<Readonly<Record<string, number>>> {
  const took = new Map(Object.keys(timed).map((name): [string, number[]] => [name, []]))
  for (let round = -3; round < times; round += 1)
    for (const [name, run] of Object.entries(timed)) {
      const from = performance.now()
      await run()
      if (round >= 0) took.get(name)?.push(performance.now() - from)
    }
  return Object.fromEntries([...took].map(([name, some]) => [name, percentile(some, 0.5)]))
}

/** The lists of devices in the orders that are not their own, and their groups, over HTTP. */
export async function* measure(): AsyncGenerator<Figure> {
  const sizes = { ...sizesOf(process.env), points: 0, peerPoints: 0 }
  await using app = await durableApp(`${loadedFolder(sizes)}-big`)
  await load(app.settings.databaseUrl ?? '', sizes)
  const bigId = await makeBig(app)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const { token } = await make.account(app, { role: 'administrator' })
  const big = await make.account(app, { role: 'administrator', organisationId: bigId })
  const api = await app.start('api')
  const of = sizes.devices.toLocaleString('en')
  const readers: readonly Reader[] = [
    { what: `platform of ${of} devices`, token, where: '', organisationId: '' },
    {
      what: `customer with a fifth of ${of} devices`,
      token: big.token,
      where: `and s.organisation_id = ${bigId}`,
      organisationId: bigId,
    },
  ]
  const asked = (reader: Reader, call: 'list' | 'groups' | 'totals', search: object) => async () => {
    const response = await fetch(addressOf(api.url, deviceCalls.oven[call], search), {
      headers: { authorization: reader.token },
    })
    if (response.status !== 200) throw new Error(await response.text())
    await response.text()
  }
  const sqlOf = (reader: Reader, sort: Sort, way: 'asc' | 'desc', pageNum: number) => async () => {
    const [{ rows }] = await Promise.all([
      app.pool.query<{ device_id: string }>(pageSql(sort, reader, way, (pageNum - 1) * 10)),
      app.pool.query(totals(reader.organisationId)),
    ])
    await app.pool.query(shown, [rows.map(({ device_id }) => device_id)])
  }
  for (const reader of readers) {
    for (const pageNum of [1, 100])
      for (const sort of ['state', 'customer', 'warranty', 'firmware'] as const)
        for (const way of ['asc', 'desc'] as const) {
          const sorted: RequestOf<typeof deviceCalls.oven.list> = { sort: way === 'asc' ? sort : `-${sort}`, pageNum }
          const took = await medians(
            {
              list: asked(reader, 'list', sorted),
              sql: sqlOf(reader, sort, way, pageNum),
              own: asked(reader, 'list', { pageNum }),
            },
            rounds,
          )
          yield* figures(`page ${pageNum} by ${sort} ${way}, ${reader.what}`, took)
        }
    for (const by of ['customer', 'product'] as const)
      for (const filter of [{}, { warranty: 'over' } as const]) {
        const column = by === 'customer' ? 's.organisation_id' : 's.product_id'
        const over = 'warranty' in filter ? 'and d.warranty_until <= now()' : ''
        const counted = `select ${column}, count(*) from device_state s ${over === '' ? '' : 'join device d on d.id = s.device_id'}
          where s.kind = 'oven' and s.installed ${reader.where} ${over} group by 1 order by 2 desc limit 10`
        const took = await medians(
          {
            list: asked(reader, 'groups', { by, ...filter }),
            sql: () => app.pool.query(counted),
            own: asked(reader, 'list', {}),
          },
          rounds,
        )
        yield* figures(`groups by ${by} ${JSON.stringify(filter)}, ${reader.what}`, took)
      }
    const took = await medians(
      {
        list: asked(reader, 'totals', { warranty: 'over' }),
        sql: () =>
          app.pool
            .query(`select s.online, s.work_state, count(*) from device_state s join device d on d.id = s.device_id
            where s.kind = 'oven' and s.installed ${reader.where} and d.warranty_until <= now() group by 1, 2`),
        own: asked(reader, 'list', {}),
      },
      rounds,
    )
    yield* figures(`totals by state out of warranty, ${reader.what}`, took)
  }
}

function* figures(what: string, { list = 0, sql = 0, own = 0 }: Readonly<Record<string, number>>): Generator<Figure> {
  yield {
    name: `p50 of ${what}, HTTP against the same SQL alone`,
    measured: ms(list),
    against: ms(sql),
    ratio: list / sql,
    goal: `1.5 and 3 ms, here ${ms(sql * 1.5 + 3)}`,
  }
  yield {
    name: '    the same over the list in its own order',
    measured: ms(list),
    against: ms(own),
    ratio: list / own,
    goal: '3',
  }
}
