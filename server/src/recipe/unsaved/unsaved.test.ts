import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unsavedLimits, unsavedRecipeApi } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { make } from '../../testing/make.ts'
import { makeKitchen, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { forgetOldUnsaved } from './save-unsaved.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const keep = (typed: string, id: string | null = null, token = kitchen.token) =>
  app.ask(unsavedRecipeApi.keepUnsaved, { id, typed }, { token })
const read = async (id?: string, token = kitchen.token) =>
  (await app.ask(unsavedRecipeApi.unsaved, id === undefined ? {} : { id }, { token })).envelope.data

test('what was typed last is there on any device of the account, a recipe apart from the new one', async () => {
  const { id } = await kitchen.add()
  assert.equal(await read(), null)
  await keep('{"typed":1}')
  await keep('{"typed":2}', id)
  await keep('{"typed":3}')
  assert.deepEqual([(await read())?.typed, (await read(id))?.typed], ['{"typed":3}', '{"typed":2}'])
  await app.ask(unsavedRecipeApi.forgetUnsaved, { id }, { token: kitchen.token })
  assert.deepEqual([(await read())?.typed, await read(id)], ['{"typed":3}', null])
})

test('nobody else reads it, of the same organisation neither', async () => {
  const { id } = await kitchen.add()
  await keep('{"secret":true}', id)
  const { token } = await make.account(app, { role: 'recipe-editor' })
  assert.equal(await read(id, token), null)
  await app.ask(unsavedRecipeApi.forgetUnsaved, { id }, { token })
  assert.equal((await read(id))?.typed, '{"secret":true}')
})

test('nothing is kept of a recipe that is not seen, nor what is no object or too long', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const foreign = await makeKitchen(app, { organisationId })
  const { id } = await kitchen.add()
  assert.equal((await keep('{}', id, foreign.token)).status, 404)
  assert.equal((await keep('{}', '999999')).status, 404)
  for (const typed of ['', 'null', '[]', '{', `{"a":"${'x'.repeat(unsavedLimits.characters)}"}`])
    assert.ok((await keep(typed)).envelope.data.fields?.['typed'], typed.slice(0, 10))
})

test('an account keeps its newest hundred, and each for ninety days', async () => {
  const { token } = await make.account(app, { role: 'recipe-editor' })
  const ids: string[] = []
  for (let n = 0; n <= unsavedLimits.perAccount; n += 1) ids.push((await kitchen.add()).id)
  for (const id of ids) {
    await keep('{}', id, token)
    app.clock.advance(1)
  }
  const [first, second] = ids
  assert.deepEqual([await read(first, token), (await read(second, token))?.typed], [null, '{}'])
  const days = (n: number) => n * dayMs
  await forgetOldUnsaved(app.db, app.clock.now() + days(unsavedLimits.days - 1))
  assert.equal((await read(second, token))?.typed, '{}')
  await forgetOldUnsaved(app.db, app.clock.now() + days(unsavedLimits.days + 1))
  assert.equal(await read(second, token), null)
})
