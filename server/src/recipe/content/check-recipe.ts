import { fitsProduct, panelNotesOf } from '@brigade/contract/recipe/fit.rules.ts'
import type { RecipeCheck, RecipeContent, RecipeProblem } from '@brigade/contract/recipe/recipe.model.ts'
import {
  contentNotes,
  draftProblems,
  panelNotes,
  pauseProblems,
  type Problem,
} from '@brigade/contract/recipe/recipe.rules.ts'
import { recipeText } from '@brigade/contract/recipe/recipe.text.ts'
import { findText } from '@brigade/contract/catalogue.ts'
import { formatText } from '@brigade/contract/text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { listOvenModels } from './reference.store.ts'

type Model = Readonly<{ id: string; name: { en: string; zh: string } }>
/** A problem, and the model it is about; null: whatever the model. */
export type Found = Problem & Readonly<{ product: Model | null }>
export type Checked = Readonly<{ problems: readonly Found[]; notes: readonly Found[] }>

const of = (product: Model | null, problems: readonly Problem[]): Found[] =>
  problems.map((problem) => ({ ...problem, product }))

/** A draft is saved with a category; only a draft from a file, or one whose category was deleted, may lack it. */
export const filingProblems = (categoryId: string | null): readonly Found[] =>
  categoryId === null ? of(null, [{ path: 'categoryId', key: 'recipe.categoryRequired' }]) : []

/** Models that were deleted since the draft was saved. */
function missingModels({ productIds }: RecipeContent, models: readonly { id: string }[]): Problem[] {
  const known = new Set(models.map(({ id }) => id))
  return productIds.flatMap((id, index): Problem[] =>
    known.has(id) ? [] : [{ path: `productIds.${index}`, key: 'recipe.productMissing' }],
  )
}

/** The reasons to refuse publishing: pauses without words, and each stage that does not fit a model; and notes. */
export async function checkContent(cached: CachedDb, content: RecipeContent): Promise<Checked> {
  const models = await listOvenModels(cached.db, content.productIds)
  const problems = of(null, [...draftProblems(content), ...pauseProblems(content), ...missingModels(content, models)])
  const notes = of(null, contentNotes(content))
  for (const { id, en, zh } of models) {
    const product = { id, name: { en, zh } }
    const published = await publishedModel(cached, id)
    if (published === undefined) {
      problems.push(...of(product, [{ path: 'productIds', key: 'recipe.fitNoProgram' }]))
      notes.push(...of(product, panelNotes(content, undefined)))
      continue
    }
    problems.push(...of(product, fitsProduct(content, published.model)))
    notes.push(...of(product, panelNotesOf(content, published.model)))
  }
  return { problems, notes }
}

/** Without the model. */
export function wordsOfProblem({ key, params }: Problem): { en: string; zh: string } {
  const entry = findText(key)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- whoever found it gave the parameters of its words
  const textIn = (locale: Locale) => (entry === undefined ? key : formatText(entry, locale, params as never))
  return { en: textIn('en'), zh: textIn('zh') }
}

/** The model is named before its problems. */
export function wordsWithModel(found: Found): { en: string; zh: string } {
  const message = wordsOfProblem(found)
  if (found.product === null) return message
  const params = { model: found.product.name, message }
  return {
    en: formatText(recipeText['recipe.ofModel'], 'en', params),
    zh: formatText(recipeText['recipe.ofModel'], 'zh', params),
  }
}

const formatProblem = (found: Found, locale: Locale): RecipeProblem => ({
  path: found.path,
  message: wordsWithModel(found)[locale],
  product: found.product,
  nearest: found.nearest ?? null,
})

export const formatCheck = ({ problems, notes }: Checked, locale: Locale): RecipeCheck => ({
  problems: problems.map((problem) => formatProblem(problem, locale)),
  notes: notes.map((note) => formatProblem(note, locale)),
})
