import type {
  IngredientChange,
  IngredientDraft,
  IngredientKind,
  IngredientRow,
  IngredientSearch,
} from '@brigade/contract/recipe/filing.model.ts'
import type { Unit } from '@brigade/contract/recipe/measure.rules.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import {
  countUsing,
  deleteIngredients,
  findIngredientPage,
  insertIngredient,
  listIngredientOptions,
  listIngredients,
  lockIngredients,
  writeIngredient,
} from './filing.store.ts'
import { requireFreeNames } from './require-free-names.ts'
import { shownName } from './save-categories.ts'

type Stored = Awaited<ReturnType<typeof listIngredients>>[number]
const rowOf = ({ organisationId: id, organisation: name, ...row }: Stored): IngredientRow => ({
  ...row,
  organisation: row.isOwn ? { id, name } : null,
})

export async function listIngredientRows(
  ctx: Ctx,
  { query }: { query: IngredientSearch },
): Promise<Page<IngredientRow>> {
  const page = await findIngredientPage(ctx.db, ctx.caller, query)
  const ids = page.list.map(({ id }) => id)
  const rows = new Map((await listIngredients(ctx.db, ctx.caller, ids)).map((row) => [row.id, rowOf(row)]))
  return { ...page, list: ids.flatMap((id) => rows.get(id) ?? []) }
}

export async function getIngredient(ctx: Ctx, { query: { id } }: { query: { id: string } }): Promise<IngredientRow> {
  const [row] = await listIngredients(ctx.db, ctx.caller, [id])
  return row === undefined ? refuse('recipe.unknownIngredient') : rowOf(row)
}

export async function addIngredient(
  { db, caller: { organisationId }, clock }: Ctx,
  { body }: { body: IngredientDraft },
): Promise<{ id: string }> {
  return transaction(db, async (trx) => {
    await requireFreeNames(trx, 'ingredient', { names: body.names, organisationId })
    return insertIngredient(trx, body, { organisationId, at: clock.now() })
  })
}

/** Recipes measure an ingredient by its kind, so the kind is fixed once a recipe uses it. */
export async function updateIngredient(
  { db, caller, clock }: Ctx,
  { body: { id, updatedAt, ...draft } }: { body: IngredientChange },
): Promise<null> {
  return transaction(db, async (trx) => {
    const [before] = await lockIngredients(trx, caller, [id])
    if (before === undefined) return refuse('recipe.unknownIngredient')
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) refuse('recipe.changedSince')
    if (draft.kind !== before.kind && ((await countUsing(trx, [id])).get(id) ?? 0) > 0)
      refuse('field.refused', undefined, { fields: { kind: 'recipe.kindFixed' } })
    await requireFreeNames(trx, 'ingredient', { ...before, names: draft.names }, before)
    await writeIngredient(trx, id, draft, clock.now())
    return null
  })
}

/** Removes all of them or none. */
export async function removeIngredients(
  { db, caller, locale }: Ctx,
  { body: { ids } }: { body: { ids: string[] } },
): Promise<null> {
  return transaction(db, async (trx) => {
    const there = await lockIngredients(trx, caller, ids)
    if (there.length !== new Set(ids).size) refuse('recipe.unknownIngredient')
    const using = await countUsing(trx, ids)
    const used = there.flatMap(({ id, names }) => {
      const recipes = using.get(id) ?? 0
      return recipes === 0 ? [] : [{ id, name: shownName(names, locale), recipes }]
    })
    const [first] = used
    if (first !== undefined) {
      const fields: Record<string, TextRef> = {}
      for (const { id, ...use } of used) fields[`ids.${ids.indexOf(id)}`] = textRef('recipe.ingredientInUse', use)
      refuse('recipe.ingredientInUse', first, { fields })
    }
    await deleteIngredients(trx, ids)
    return null
  })
}

type Choosing = { keyword?: string | undefined; id?: string | undefined }
type Option = { id: string; name: string; kind: IngredientKind; unit: Unit }

export async function selectIngredient(ctx: Ctx, { query }: { query: Choosing }): Promise<Option[]> {
  const rows = await listIngredientOptions(ctx.db, ctx.caller, query)
  return rows.map(({ names, ...row }) => ({ ...row, name: shownName(names, ctx.locale) }))
}
