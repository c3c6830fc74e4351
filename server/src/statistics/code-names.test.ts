import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { plantRecord } from '../testing/fault/plant-record.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { takeDue } from './run/take-run.ts'

/** The statistics of the test use the zone of Shanghai. */
const dayOf = (at: number) => new Date(at + dayMs / 3).toISOString().slice(0, 10)

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

async function describe(productId: string, code: string, enName: string, name: string): Promise<void> {
  const described = { productId, identifier: 'Fault', code, severity: 'major' as const, category: 'other' as const }
  await app.db
    .insertInto('faultCode')
    .values({ ...described, name, enName, imageFileId: null, endsWhen: null, updatedAt: new Date(0).toISOString() })
    .execute()
}

test('a code that means different things to different models is called by its meanings, by that of the models asked for, and by itself where there are many', async () => {
  const raisedAt = app.clock.now() - dayMs
  const models = []
  for (const kind of ['oven', 'cooler', 'oven'] as const) {
    const product = await make.product(app, { kind })
    const device = await make.device(app, { kind, productId: product.id, createdAt: raisedAt - dayMs })
    for (const code of ['K05', 'K06', 'K07'])
      await plantRecord(app.db, { deviceId: device.id, code, severity: 'major', raisedAt })
    models.push(product.id)
  }
  const [oven = '', cooler = '', other = ''] = models
  await describe(oven, 'K05', 'Door switch failed', '门开关故障')
  await describe(cooler, 'K05', 'Compressor does not start', '压缩机无法启动')
  await describe(other, 'K05', 'Door switch failed', '门开关故障')
  for (const productId of models) await describe(productId, 'K06', 'Fan failed', '风机故障')
  // A model without a device that raised it does not count.
  await describe((await make.product(app)).id, 'K06', 'Pump failed', '水泵故障')
  for (const productId of models) await describe(productId, 'K07', `Part ${productId}`, `部件 ${productId}`)
  // A run that is due from now on counts the present days again.
  app.clock.advance(dayMs)
  while (await takeDue(app));
  const { token } = await make.account(app, { role: 'administrator' })
  const namesOf = async (filters: Readonly<{ kind?: 'oven' | 'cooler'; productId?: string }>) => {
    const range = { from: dayOf(app.clock.now() - 6 * dayMs), to: dayOf(app.clock.now()) }
    const { status, envelope } = await app.ask(statisticsApi.faults, { ...range, ...filters }, { token })
    assert.equal(status, 200, envelope.msg)
    const split = envelope.data.splits.find(({ key, by }) => key === 'faults.raised' && by === 'code')
    return new Map(
      (split?.parts ?? []).map(({ key, name, value }) => [key.split('|')[1] ?? '', { ...name, value }] as const),
    )
  }
  assert.deepEqual(Object.fromEntries(await namesOf({})), {
    K05: { en: 'Door switch failed / Compressor does not start', zh: '门开关故障 / 压缩机无法启动', value: 3 },
    K06: { en: 'Fan failed', zh: '风机故障', value: 3 },
    K07: { en: 'K07', zh: 'K07', value: 3 },
  })
  assert.deepEqual((await namesOf({ kind: 'cooler' })).get('K05'), {
    en: 'Compressor does not start',
    zh: '压缩机无法启动',
    value: 1,
  })
  assert.equal((await namesOf({ productId: oven })).get('K07')?.en, `Part ${oven}`)
})
