import type {
  CategoryChange,
  CategoryDraft,
  CategoryRow,
  CategorySearch,
} from '@brigade/contract/recipe/filing.model.ts'
import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { listSeenPictures } from '../../file/file.store.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import {
  countFiled,
  deleteCategories,
  findCategoryPage,
  insertCategory,
  listCategories,
  listCategoryOptions,
  lockCategories,
  moveCategory,
  writeCategory,
} from './filing.store.ts'
import { requireFreeNames } from './require-free-names.ts'

/** The name that a reader of a language sees; English, Chinese, then any. */
export const shownName = (names: NamesByLanguage, locale: Locale): string =>
  names[locale] || names.en || names.zh || Object.values(names).find((name) => name !== '') || ''

type Stored = Awaited<ReturnType<typeof listCategories>>[number]
const rowOf = ({ organisationId: id, organisation: name, ...row }: Stored): CategoryRow => ({
  ...row,
  organisation: row.isOwn ? { id, name } : null,
})

export async function listCategoryRows(ctx: Ctx, { query }: { query: CategorySearch }): Promise<Page<CategoryRow>> {
  const page = await findCategoryPage(ctx.db, ctx.caller, query)
  const ids = page.list.map(({ id }) => id)
  const rows = new Map((await listCategories(ctx.db, ctx.caller, ids)).map((row) => [row.id, rowOf(row)]))
  return { ...page, list: ids.flatMap((id) => rows.get(id) ?? []) }
}

export async function getCategory(ctx: Ctx, { query: { id } }: { query: { id: string } }): Promise<CategoryRow> {
  const [row] = await listCategories(ctx.db, ctx.caller, [id])
  return row === undefined ? refuse('recipe.unknownCategory') : rowOf(row)
}

async function requirePicture(db: Db, { caller }: Pick<Ctx, 'caller'>, id: string | null): Promise<void> {
  if (id !== null && !(await listSeenPictures(db, caller, [id], 'recipe')).has(id))
    refuse('field.refused', undefined, { fields: { pictureFileId: 'recipe.pictureMissing' } })
}

export async function addCategory(ctx: Ctx, { body }: { body: CategoryDraft }): Promise<{ id: string; code: string }> {
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    await requirePicture(trx, ctx, body.pictureFileId)
    const { organisationId } = caller
    await requireFreeNames(trx, 'recipe_category', { names: body.names, organisationId })
    return insertCategory(trx, body, { organisationId: caller.organisationId, at: clock.now() })
  })
}

export async function updateCategory(
  ctx: Ctx,
  { body: { id, updatedAt, position, ...draft } }: { body: CategoryChange },
): Promise<null> {
  return transaction(ctx.db, async (trx) => {
    const [before] = await lockCategories(trx, ctx.caller, [id])
    if (before === undefined) return refuse('recipe.unknownCategory')
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) refuse('recipe.changedSince')
    if (draft.pictureFileId !== before.pictureFileId) await requirePicture(trx, ctx, draft.pictureFileId)
    await requireFreeNames(trx, 'recipe_category', { ...before, names: draft.names }, before)
    await writeCategory(trx, id, draft, ctx.clock.now())
    if (position !== undefined) await moveCategory(trx, { id, organisationId: before.organisationId, position })
    return null
  })
}

/** Removes all of them or none. */
export async function removeCategories(ctx: Ctx, { body: { ids } }: { body: { ids: string[] } }): Promise<null> {
  return transaction(ctx.db, async (trx) => {
    const there = await lockCategories(trx, ctx.caller, ids)
    if (there.length !== new Set(ids).size) refuse('recipe.unknownCategory')
    const filed = await countFiled(trx, ids)
    const used = there.flatMap(({ id, names }) => {
      const recipes = filed.get(id) ?? 0
      return recipes === 0 ? [] : [{ id, name: shownName(names, ctx.locale), recipes }]
    })
    const [first] = used
    if (first !== undefined) {
      const fields: Record<string, TextRef> = {}
      for (const { id, ...use } of used) fields[`ids.${ids.indexOf(id)}`] = textRef('recipe.categoryInUse', use)
      refuse('recipe.categoryInUse', first, { fields })
    }
    await deleteCategories(trx, ids)
    return null
  })
}

type Choosing = { keyword?: string | undefined; id?: string | undefined }

export async function selectCategory(
  ctx: Ctx,
  { query }: { query: Choosing },
): Promise<{ id: string; name: string }[]> {
  const rows = await listCategoryOptions(ctx.db, ctx.caller, query)
  return rows.map(({ id, names }) => ({ id, name: shownName(names, ctx.locale) }))
}
