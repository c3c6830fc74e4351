import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registrationApi } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

test('whether devices register themselves is off at first, and changed by the platform’s staff with their password', async () => {
  const product = await make.product(app)
  const staff = (await make.account(app, { role: 'administrator' })).token
  const customer = await make.organisation(app)
  const other = (await make.account(app, { role: 'administrator', organisationId: customer.id })).token
  const state = async () => {
    const { envelope } = await app.ask(registrationApi.registration, { productId: product.id }, { token: staff })
    return envelope.data.dynamicRegistration
  }
  assert.equal(await state(), 'off')
  const requested = { productId: product.id, dynamicRegistration: 'listed', password: testPassword } as const
  const wrong = await app.ask(
    registrationApi.setRegistration,
    { ...requested, password: 'Wrong1234' },
    { token: staff },
  )
  assert.equal(wrong.envelope.data.key, 'session.wrongPassword')
  const foreign = await app.ask(registrationApi.setRegistration, requested, { token: other })
  assert.equal(foreign.envelope.data.key, 'session.notAuthorised')
  assert.equal(await state(), 'off')
  assert.equal((await app.ask(registrationApi.setRegistration, requested, { token: staff })).status, 200)
  assert.equal(await state(), 'listed')
  const nothing = await app.ask(
    registrationApi.setRegistration,
    { ...requested, productId: '99999999' },
    { token: staff },
  )
  assert.equal(nothing.status, 404)
})
