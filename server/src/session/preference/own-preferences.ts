import {
  KeptHabits,
  SavedFilter,
  maxLists,
  maxSavedFilters,
  type SavedFilterDraft,
  type TableHabits,
} from '@brigade/contract/session/preference.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  addSavedFilter,
  countOtherLists,
  countSavedFilters,
  listHabits,
  listSavedFilters,
  lockAccount,
  removeSavedFilter,
  replaceSavedFilter,
  writeHabits,
} from './preference.store.ts'

/**
 * The caller's table preferences for each list. Preferences of another version that cannot be read are left out; the
 * list then has its default form.
 */
export async function readOwnHabits({ db, caller }: Ctx): Promise<Record<string, TableHabits>> {
  const rows = await listHabits(db, caller.accountId)
  return Object.fromEntries(
    rows.flatMap(({ list, habits }) => {
      const kept = KeptHabits.safeParse(habits)
      return kept.success ? [[list, kept.data]] : []
    }),
  )
}

/** The last save wins: two tabs belong to one person. */
export async function saveOwnHabits(
  { db, clock, caller }: Ctx,
  { body }: { body: { list: string; habits: TableHabits } },
): Promise<null> {
  const { accountId } = caller
  await transaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    if ((await countOtherLists(trx, 'accountHabit', accountId, body.list)) >= maxLists) refuse('session.tooManyLists')
    await writeHabits(trx, { accountId, ...body, at: clock.now() })
  })
  return null
}

/** The console of another organisation has no saved filters: they refer to one's own data. */
export async function readOwnFilters(
  { db, caller }: Ctx,
  { query }: { query: { list: string } },
): Promise<SavedFilter[]> {
  if (caller.opened !== null) return []
  const rows = await listSavedFilters(db, caller.accountId, query.list)
  return rows.flatMap((row) => {
    const kept = SavedFilter.safeParse(row)
    return kept.success ? [kept.data] : []
  })
}

export async function saveOwnFilter(
  { db, clock, caller }: Ctx,
  { body }: { body: SavedFilterDraft },
): Promise<{ id: string }> {
  const { accountId } = caller
  return transaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const replaced = await replaceSavedFilter(trx, accountId, body)
    if (replaced !== undefined) return { id: replaced }
    if ((await countSavedFilters(trx, accountId, body.list)) >= maxSavedFilters)
      refuse('session.tooManyFilters', { max: maxSavedFilters })
    if ((await countOtherLists(trx, 'savedFilter', accountId, body.list)) >= maxLists) refuse('session.tooManyLists')
    return { id: await addSavedFilter(trx, accountId, body, clock.now()) }
  })
}

export async function removeOwnFilter({ db, caller }: Ctx, { body }: { body: { id: string } }): Promise<null> {
  if (!(await removeSavedFilter(db, caller.accountId, body.id))) refuse('session.unknownFilter')
  return null
}
