import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import pg from 'pg'
import { durableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'
import { loadDevices, loadOrganisations } from '../support/load-devices.ts'
import type { Figure } from '../run.ts'

const devices = Number(process.env['BENCH_PLACED_DEVICES'] || 200_000)
const customers = 2000
const lists = 60

/** Each case has a typed text and those stored places that somebody who types it expects to find. */
const cases: readonly Readonly<{ typed: string; stored: readonly string[]; what: string }>[] = [
  { typed: '广东省中山市', stored: ['广东省中山市'], what: 'a city in Chinese' },
  { typed: 'Zhongshan, Guangdong', stored: ['广东省中山市'], what: 'a city in English' },
  { typed: '湖滨路 8 号', stored: ['湖滨路 8 号'], what: 'a street and a number' },
  { typed: '西湖区湖滨路', stored: ['杭州市西湖区 湖滨路', '南昌市西湖区 湖滨路'], what: 'a district and a street' },
  { typed: 'Hamburg', stored: ['hamburg'], what: 'a city abroad' },
  { typed: '东京银座', stored: ['东京 银座'], what: 'a city abroad and a street, written together' },
  { typed: 'qx0', stored: ['qx0'], what: 'what nothing has' },
]

/** The ids of a page, their number up to 10,000, and the data that the rows show. */
const from = `from device_state s join device d on d.id = s.device_id where s.kind = 'oven' and s.installed`
const found = (stored: readonly string[]) =>
  stored
    .map((_, at) => `(bigrams(d.place_search) @> bigrams($${at + 1}) and position($${at + 1} in d.place_search) > 0)`)
    .join(' or ')
const rowsOf = `select d.*, s.*, h.reported from device_state s join device d on d.id = s.device_id
  left join device_shadow h on h.device_id = s.device_id where s.device_id = any($1::bigint[])`

/** The list of devices by the words of a place, as people of either language type them, against the SQL of the stored words alone. */
export async function* measure(): AsyncGenerator<Figure> {
  await using app = await durableApp()
  const client = new pg.Client({ connectionString: app.settings.databaseUrl, options: '-c synchronous_commit=off' })
  await client.connect()
  await loadOrganisations(client, customers)
  await loadDevices(client, devices, () => undefined)
  await client.end()
  const { token } = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  for (const { typed, stored, what } of cases) {
    const address = addressOf(api.url, deviceCalls.oven.list, { address: typed })
    const where = `${from} and (${found(stored)})`
    yield await listFigure({
      name: `${devices.toLocaleString('en')} devices by ${what} (${typed})`,
      rounds: lists,
      http: async () => (await fetch(address, { headers: { authorization: token } })).text(),
      sql: async () => {
        const [{ rows }] = await Promise.all([
          app.pool.query<{ device_id: string }>(
            `select s.device_id ${where} order by s.created_at desc, s.device_id desc limit 10`,
            [...stored],
          ),
          app.pool.query(`select count(*)::int as n from (select ${where} limit 10001) as counted`, [...stored]),
        ])
        await app.pool.query(rowsOf, [rows.map(({ device_id }) => device_id)])
      },
    })
  }
}
