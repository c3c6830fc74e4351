// @both-databases: counts under concurrency.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { startApp, type App } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

const most = 6
let app: TestApp
let other: App
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { APP_CODES_PER_HOUR: String(most) } })
  const { settings, clock } = app
  other = await startApp({ roles: ['api'], settings, clock, log: createLog({ level: 'fatal' }), rateLimits: false })
})
after(async () => {
  await other.stop()
  await app.stop()
})

const askAt = async (url: string, address: string) => {
  const response = await fetch(url + phoneApi.sendCode.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ address }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

test('of many requests at two processes, as many get a code as the installation sends in an hour; the others are refused alike, and an hour later there is room', async () => {
  const person = await makePerson(app)
  const urls = [app.url, other.addresses.http ?? '']
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => askAt(urls[n % 2] ?? '', `flood-${n}@kitchen.example`)),
  )
  const counts = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([counts.get(200)?.length, counts.get(429)?.length], [most, 20 - most])
  const codes = await app.db.selectFrom('appCode').select('addressKey').execute()
  assert.equal(codes.length, most, 'nobody who was refused has a code')
  const [known, unknown] = [await askAt(app.url, person.address), await askAt(app.url, 'nobody@kitchen.example')]
  assert.deepEqual(known, unknown)
  assert.match(known.text, /Too many sign-in codes were sent within an hour/)
  assert.equal(known.retryAfter, '300')
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, new RegExp(`^brigade_app_codes_hour ${most}$`, 'm'))
  assert.match(metrics, /^brigade_app_codes_refused_hour 16$/m)
  app.clock.advance(3_600_001)
  // A code that the installation refused does not count against the address.
  for (let count = 0; count < 5; count += 1)
    assert.equal((await askAt(app.url, person.address)).status, 200, `the code ${count + 1} of five an address`)
})

test('an address that had its five codes uses up none of the installation’s', async () => {
  app.clock.advance(3_600_001)
  const asked = []
  for (let count = 0; count < 8; count += 1) asked.push((await askAt(app.url, 'greedy@kitchen.example')).status)
  assert.deepEqual(asked, [200, 200, 200, 200, 200, 429, 429, 429])
  assert.equal((await askAt(app.url, 'other@kitchen.example')).status, 200)
})
