import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { zoneOf } from './zone-of.ts'

test('the zone of a device is that of its place, else that of its customer, else that of the installation', () => {
  const zones = { placeZone: 'Asia/Urumqi', organisationZone: 'Europe/Berlin' }
  assert.equal(zoneOf(zones, 'UTC'), 'Asia/Urumqi')
  assert.equal(zoneOf({ ...zones, placeZone: null }, 'UTC'), 'Europe/Berlin')
  assert.equal(zoneOf({ placeZone: null, organisationZone: null }, 'UTC'), 'UTC')
})

test('a place with a national code is in the zone of China, and a place abroad has no known zone until somebody enters it', async () => {
  const app = await startTestApp({ roles: ['api'] })
  try {
    const { id } = await make.device(app)
    const place = (change: { province?: string; timeZone?: string; note?: string }) =>
      app.db.updateTable('device').set(change).where('id', '=', id).returning('timeZone').executeTakeFirstOrThrow()
    assert.deepEqual(await place({ province: '330000' }), { timeZone: 'Asia/Shanghai' })
    assert.deepEqual(await place({ province: '' }), { timeZone: null })
    assert.deepEqual(await place({ timeZone: 'Europe/Berlin' }), { timeZone: 'Europe/Berlin' })
    assert.deepEqual(await place({ province: '', note: 'as before' }), { timeZone: 'Europe/Berlin' })
    assert.equal(app.settings.timeZone, 'Asia/Shanghai')
  } finally {
    await app.stop()
  }
})
