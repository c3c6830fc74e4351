import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { urgentShown, type UrgentReply } from '@brigade/contract/fault/record-list.model.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { plantRecord } from '../../testing/fault/plant-record.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

/** Tests the list of urgent records on the start page. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

type Wish = Readonly<{ code?: string; severity?: string; alertType?: string; hoursAgo: number; handling?: string }>

const raise = (deviceId: string, { hoursAgo, severity = 'major', ...wish }: Wish) =>
  plantRecord(app.db, { deviceId, severity, raisedAt: app.clock.now() - hoursAgo * hourMs, ...wish })

async function customerWith(coolers: number) {
  const customer = await make.organisation(app)
  const keeper = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const devices: string[] = []
  for (let n = 0; n < coolers; n += 1)
    devices.push((await make.device(app, { kind: 'cooler', organisationId: customer.id })).id)
  return { customer, keeper, devices }
}

const urgent = async ({ token }: MadeAccount, query: object = {}): Promise<UrgentReply> =>
  (await app.ask(faultApi.urgent, query, { token })).envelope.data
const shown = ({ items }: UrgentReply) => items.map(({ kind, record, alike }) => [kind, record.device.id, alike])

test('what nobody has acknowledged comes first, then critical faults, excursions and silent devices, each the longest first', async () => {
  const { keeper, devices } = await customerWith(4)
  const [a = '', b = '', c = '', d = ''] = devices
  await raise(a, { alertType: 'offline', hoursAgo: 30 })
  await raise(b, { code: 'E01', severity: 'critical', hoursAgo: 1 })
  await raise(c, { code: 'E02', severity: 'critical', hoursAgo: 20, handling: 'acknowledged' })
  await raise(d, { alertType: 'excursion', hoursAgo: 3 })
  await raise(d, { code: 'E03', severity: 'critical', hoursAgo: 2 })
  // It is no reason to drop everything else.
  await raise(a, { code: 'E04', severity: 'minor', hoursAgo: 1 })
  const reply = await urgent(keeper)
  assert.equal(reply.total, 5)
  assert.deepEqual(shown(reply), [
    ['critical', d, 1],
    ['critical', b, 1],
    ['excursion', d, 1],
    ['offline', a, 1],
    ['critical', c, 1],
  ])
})

test('silent devices of one site are one entry, and every record is counted, listed or not', async () => {
  const { keeper, devices } = await customerWith(urgentShown + 3)
  for (const [index, id] of devices.entries()) await raise(id, { alertType: 'offline', hoursAgo: 2 + index })
  const together = await urgent(keeper)
  assert.deepEqual(shown(together), [['offline', devices.at(-1), devices.length]])
  for (const id of devices) await raise(id, { code: 'E01', severity: 'critical', hoursAgo: 1 })
  const reply = await urgent(keeper)
  assert.equal(reply.items.length, urgentShown)
  assert.equal(reply.total, 2 * devices.length)
})

test('what was shelved, has ended or belongs to somebody else is not wrong now', async () => {
  const { customer, keeper, devices } = await customerWith(2)
  const other = await customerWith(1)
  const [a = '', b = ''] = devices
  for (const id of [a, b, ...other.devices]) await raise(id, { code: 'E01', severity: 'critical', hoursAgo: 1 })
  const [first] = (await urgent(keeper)).items
  assert.ok(first)
  const records = [{ id: first.record.id, updatedAt: first.record.updatedAt }]
  const until = new Date(app.clock.now() + hourMs).toISOString()
  assert.equal((await app.ask(faultApi.shelve, { records, reason: 'Waits for a part', until }, keeper)).status, 200)
  const [left, ...none] = (await urgent(keeper)).items
  assert.ok(left && none.length === 0)
  const { id, updatedAt } = left.record
  const ended = { records: [{ id, updatedAt }], cause: 'A loose plug' }
  assert.equal((await app.ask(faultApi.eliminate, ended, keeper)).status, 200)
  const nothing = await urgent(keeper)
  assert.deepEqual([nothing.total, nothing.shelved], [0, 1])
  app.clock.advance(2 * hourMs)
  assert.deepEqual(shown(await urgent(keeper)), [['critical', first.record.device.id, 1]])
  // Only accounts that see both organisations find the other customer.
  const staff = await make.account(app, { role: 'administrator' })
  assert.deepEqual(shown(await urgent(staff, { customerId: other.customer.id })), [['critical', other.devices[0], 1]])
  assert.equal((await urgent(other.keeper, { customerId: customer.id })).total, 0)
})
