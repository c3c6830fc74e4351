import { minuteMs } from '@brigade/contract/time.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { insertOwnCalls } from '@brigade/server/command/insert-commands.store.ts'
import { insertRecipe, readDrafts } from '@brigade/server/recipe/content/draft.store.ts'
import { insertVersion } from '@brigade/server/recipe/content/version.store.ts'
import { insertIngredient } from '@brigade/server/recipe/filing/filing.store.ts'
import { make } from '@brigade/server/testing/make.ts'
import { roast, textsOf } from '@brigade/server/testing/recipe/make-recipe.ts'
import { startOvens, unusedPort } from '@brigade/server/testing/recipe/oven-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import type { Figure } from '../run.ts'

const ovens = Number(process.env['BENCH_OVENS'] || 2000)
const patienceMs = 300_000

type Ids = Readonly<{ organisationId: string; accountId: string; productId: string }>

async function plantRecipe(app: DurableApp, { organisationId, accountId, productId }: Ids): Promise<string> {
  const at = app.clock.now()
  const names = { en: 'Duck' }
  const made = { organisationId, at }
  const { id: ingredientId } = await insertIngredient(app.db, { names, kind: 'mass', unit: 'g', allergens: [] }, made)
  const content: RecipeContent = {
    productIds: [productId],
    pictureFileId: null,
    baseLanguage: 'en',
    languages: ['en'],
    servings: 4,
    container: null,
    levels: null,
    preheat: { mode: 'none', temperatureC: null },
    stages: [roast],
    ingredients: [{ ingredientId, unit: 'g', measure: 1 }],
    texts: { en: textsOf('Measured dish') },
  }
  const filed = { organisationId, categoryId: null, creatorId: accountId }
  return (await insertRecipe(app.db, { content, ...filed }, at)).id
}

async function publish(app: DurableApp, recipeId: string, { organisationId, accountId }: Ids): Promise<void> {
  const [draft] = await readDrafts(app.db, { organisationId }, [recipeId])
  if (draft === undefined) throw new Error('There is no recipe')
  await insertVersion(app.db, { draft, kept: [], note: '', publishedBy: accountId, at: app.clock.now() })
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** An edit that is sent to ovens over real sockets beside their reports, and as many commands of another kind in the same run. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const [httpPort, mqttPort] = [await unusedPort(), await unusedPort()]
  const env = { DEVICE_URL: `http://127.0.0.1:${httpPort}` }
  await app.startWith({ ...env, HTTP_PORT: String(httpPort) }, 'api')
  await app.startWith({ ...env, MQTT_PORT: String(mqttPort) }, 'connector')
  const account = await make.account(app, { role: 'administrator' })
  const product = await make.product(app)
  const ids: Ids = { organisationId: account.organisationId, accountId: account.id, productId: product.id }
  const made: Awaited<ReturnType<typeof make.device>>[] = []
  for (let n = 0; n < ovens; n += 1)
    made.push(await make.device(app, { productId: product.id, productKey: product.productKey }))
  const fleet = startOvens({ addresses: {} }, made, { port: mqttPort })
  for (const device of fleet.devices) device.reset?.()
  const recipeId = await plantRecipe(app, ids)
  await publish(app, recipeId, ids)
  await app.pool.query(
    `insert into recipe_device (device_id, recipe_id, organisation_id, by_hand, state, changed_at)
     select device_id, $1, organisation_id, true, 'waiting', now() from device_state where product_id = $2`,
    [recipeId, product.id],
  )
  const countOf = async (text: string, values: unknown[]) =>
    Number((await app.pool.query<{ n: string }>(`select count(*) as n ${text}`, values)).rows[0]?.n ?? 0)
  await until(
    'all to be online',
    async () => ((await countOf('from device_state where online', [])) === ovens ? true : undefined),
    patienceMs,
  )
  await app.startWith(env, 'worker')
  const held = (version: number) =>
    until(
      `all to hold version ${version}`,
      async () => {
        // The first oven with another version is enough, because counting all of them repeatedly would take time from
        // the measured work.
        const { rowCount } = await app.pool.query(
          'select from recipe_device where held_version is distinct from $1 limit 1',
          [version],
        )
        return rowCount === 0
      },
      patienceMs,
    )
  await publish(app, recipeId, ids)
  await held(2)
  const bare = await seconds(async () => {
    const at = Date.now()
    const calls = made.map(({ id: deviceId }) => ({
      deviceId,
      identifier: recipeFunctions.list,
      params: { Page: 1 },
      repeatable: true,
      accountId: null,
    }))
    const entered = await app.db
      .transaction()
      .execute((trx) => insertOwnCalls(trx, calls, { createdAt: at, deadlineAt: at + minuteMs }))
    await until(
      'all to be answered',
      async () => {
        const n = await countOf(`from command where status = 'succeeded' and id = any($1::bigint[])`, [entered])
        return n === ovens ? true : undefined
      },
      patienceMs,
    )
  })
  const whole = await seconds(async () => {
    await publish(app, recipeId, ids)
    await held(3)
  })
  await fleet.stop()
  return [
    {
      name: `an edit of a recipe until the last of ${ovens} ovens holds it`,
      measured: `${whole.toFixed(1)} s`,
      against: `${bare.toFixed(1)} s for ${ovens} other commands of the ledger`,
      ratio: whole / bare,
      goal: 'at most 2',
    },
  ]
}
