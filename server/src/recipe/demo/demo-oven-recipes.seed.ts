import { dayMs } from '@brigade/contract/time.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { uidOf } from './dishes/demo-recipe.ts'
import { lockSeeding } from './demo.store.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  hasOvenRecipes,
  insertDemoPast,
  insertDemoSets,
  insertWanted,
  listDemoPairs,
  listDemoPeople,
  type DemoPair,
  type DemoPast,
} from './demo-oven-recipes.store.ts'

type Given = Pick<SeedOptions, 'db' | 'clock'> & Readonly<{ settings: Pick<Settings, 'demoDays'> }>

/** The length of the demo's history. */
const pastDays = 60

/** How long ago recipes were set for organisations. */
const setDaysAgo = 40

/** The sets that ovens of an organisation and those below it get by themselves, later ovens too. Recipes are named in English. */
const sets: readonly Readonly<{ organisation: string; recipes: readonly string[] }>[] = [
  { organisation: 'Grand Quay Hotel', recipes: ['Roast chicken with thyme', 'Potato gratin', 'Croissants'] },
  { organisation: '苏州恒味餐饮设备', recipes: ['Steamed rice', 'Pork buns', 'Steamed egg custard'] },
]

/** A source of chance that is the same each time. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/**
 * Seeds the recipes that the demo's ovens are to have, once, in an installation without any. With a past (`DEMO_DAYS`),
 * ovens got theirs in it, and people kept some; cooked recipes come only from the past of each oven.
 */
export async function seedDemoOvenRecipes({ db, clock, settings }: Given): Promise<void> {
  if (await hasOvenRecipes(db)) return
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    if (await hasOvenRecipes(trx)) return
    const [pairs, people] = [await listDemoPairs(trx), await listDemoPeople(trx)]
    const now = clock.now()
    const { wanted, downloads } = pastOf(pairs, now)
    await insertWanted(trx, wanted, new Date(now).toISOString())
    if (settings.demoDays > 0)
      await insertDemoPast(trx, { downloads, favourites: favouritesOf(downloads, people, now) })
    const at = new Date(officeMs(now, setDaysAgo, 'recipe sets')).toISOString()
    for (const { organisation, recipes } of sets)
      await insertDemoSets(trx, { organisation, uids: recipes.map((name) => uidOf(`recipe ${name}`)) }, at)
  })
}

/** Some recipes are on all ovens, others on one or two. */
function pastOf(pairs: readonly DemoPair[], now: number): Omit<DemoPast, 'favourites'> & { wanted: DemoPair[] } {
  const chance = chanceFrom(20_261_124)
  const likedBy = new Map<string, number>()
  const wanted: DemoPair[] = []
  const downloads: DemoPast['downloads'][number][] = []
  for (const pair of pairs) {
    const liked = likedBy.get(pair.recipeId) ?? chance()
    likedBy.set(pair.recipeId, liked)
    if (chance() > 0.2 + 0.5 * liked) continue
    wanted.push(pair)
    const longAgo = now - (5 + chance() * (pastDays - 5)) * dayMs
    const since = Math.max(longAgo, pair.activatedMs + dayMs / 12)
    downloads.push({ ...pair, at: new Date(since).toISOString() })
  }
  return { wanted, downloads }
}

/** People keep a recipe after their oven got it, and after they got the oven. */
function favouritesOf(
  downloads: DemoPast['downloads'],
  people: readonly Readonly<{ appUserId: string; deviceId: string; boundMs: number }>[],
  now: number,
): DemoPast['favourites'] {
  const chance = chanceFrom(7)
  return people.flatMap(({ appUserId, deviceId, boundMs }) =>
    downloads
      .filter((pair) => pair.deviceId === deviceId && chance() < 0.35)
      .map((pair) => {
        const since = Math.max(Date.parse(pair.at), boundMs, now - 40 * dayMs)
        return { ...pair, appUserId, at: new Date(since + chance() * (now - since)).toISOString() }
      }),
  )
}
