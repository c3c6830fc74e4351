import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { TextsExport } from '@brigade/contract/recipe/language.model.ts'
import { recipeLanguages, recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { textsByKey } from '@brigade/contract/recipe/recipe.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { listCategories, listIngredients } from '../filing/filing.store.ts'
import { listRecipeIds } from '../list/recipe-list.store.ts'
import { readSeen, type SeenRecipe } from '../list/seen-recipe.ts'
import { ingredientKey, textColumns, type TextRow } from './text-columns.ts'

const where = {
  name: { en: 'Name', zh: '名称' },
  description: { en: 'Description', zh: '描述' },
  stage: { en: 'Stage', zh: '阶段' },
  category: { en: 'Category', zh: '菜谱分类' },
  ingredient: { en: 'Ingredient', zh: '食材' },
} as const
const atOnce = 200

/** A row for each text that the base language has, or any other. */
function rowsOfRecipe({ code, content }: SeenRecipe, locale: Locale): TextRow[] {
  const { stages, texts, baseLanguage } = content
  const name = texts[baseLanguage]?.name ?? ''
  const keys: (readonly [string, string])[] = [
    ['name', where.name[locale]],
    ['description', where.description[locale]],
    ...stages.map(({ key }, index) => [`stages.${key}`, `${where.stage[locale]} ${index + 1}`] as const),
  ]
  const byLanguage = recipeLanguages.map((language) => [language, textsByKey(texts[language])] as const)
  return keys.flatMap(([key, place]): TextRow[] => {
    const filled = byLanguage.flatMap(([language, own]) => {
      const text = own.get(key)
      return text === undefined ? [] : [[language, text] as const]
    })
    if (filled.length === 0) return []
    return [{ key: `${code}.${key}`, where: `${name} · ${place}`, texts: Object.fromEntries(filled) }]
  })
}

/** Yields recipes in batches, so that memory does not grow with them, then the names of their categories and ingredients. */
async function* rowsOf(ctx: Ctx, ids: readonly string[]): AsyncGenerator<TextRow> {
  const categories = new Set<string>()
  const ingredients = new Set<string>()
  for (let from = 0; from < ids.length; from += atOnce)
    for (const seen of await readSeen(ctx, ids.slice(from, from + atOnce))) {
      if (!seen.isOwn) continue
      if (seen.categoryId !== null) categories.add(seen.categoryId)
      for (const { ingredientId } of seen.content.ingredients) ingredients.add(ingredientId)
      yield* rowsOfRecipe(seen, ctx.locale)
    }
  const { locale } = ctx
  for (const { code, names, isOwn } of await listCategories(ctx.db, ctx.caller, [...categories]))
    if (isOwn) yield { key: code, where: where.category[locale], texts: names }
  for (const { id, names, isOwn } of await listIngredients(ctx.db, ctx.caller, [...ingredients]))
    if (isOwn) yield { key: ingredientKey(id), where: where.ingredient[locale], texts: names }
}

/** Exports the texts of the named recipes, or of all that the filters find. Texts of organisations above are left out. */
export async function exportTexts(ctx: Ctx, { query }: { query: TextsExport }): Promise<FileAnswer> {
  const { ids: wanted, languages: requested = recipeLanguages, format, ...filters } = query
  const languages = recipeLanguages.filter((language) => requested.includes(language))
  const ids = wanted ?? (await listRecipeIds(ctx.db, ctx.caller, filters, 100 * recipeLimits.ids))
  const body = writeTable(format, textColumns(languages), rowsOf(ctx, ids), ctx)
  const now = ctx.clock.now()
  const day = wallText(now + zoneOffset(ctx.timeZone)(now)).slice(0, 10)
  const fileName = `${ctx.locale === 'zh' ? '菜谱译文' : 'recipe-texts'}-${day}.${format}`
  return { body, mediaType: tableMediaTypes[format], fileName }
}
