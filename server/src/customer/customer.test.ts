import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { seedCustomers } from './customer.seed.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const names = async (keyword?: string, as = token) =>
  (await app.ask(customerApi.select, { keyword }, { token: as })).envelope.data.map((customer) => customer.name)

test('the demo has customers with names of both languages, and a second start makes no more', async () => {
  await seedCustomers(app)
  const seeded = await names()
  assert(seeded.includes('Grand Quay Hotel') && seeded.includes('杭州湖滨大酒店') && seeded.includes('海港餐饮集团'))
  await seedCustomers(app)
  assert.deepEqual(await names(), seeded)
})

test('customers are chosen by a part of their name, patterns taken literally', async () => {
  assert.deepEqual(await names('湖滨'), ['杭州湖滨大酒店'])
  assert.deepEqual(await names('grand quay'), ['Grand Quay Hotel'])
  assert.deepEqual(await names('%'), [])
})

test('an agent chooses among its own customers, a distributor among those of its agents too', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor', name: '华南经销' })
  const agent = await make.organisation(app, { kind: 'agent', name: '佛山代理', parentId: distributor.id })
  await make.organisation(app, { name: '顺德食府', parentId: agent.id })
  await make.organisation(app, { name: '珠江酒店', parentId: distributor.id })
  const of = async (organisationId: string) =>
    names('', (await make.account(app, { role: 'administrator', organisationId })).token)
  assert.deepEqual(await of(agent.id), ['顺德食府'])
  assert.deepEqual(new Set(await of(distributor.id)), new Set(['顺德食府', '珠江酒店']))
})
