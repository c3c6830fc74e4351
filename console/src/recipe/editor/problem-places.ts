import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { RecipeDraft } from '@brigade/contract/recipe/draft.model.ts'
import { recipeText, stageFieldWords, stageUnitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { pauseProblems } from '@brigade/contract/recipe/recipe.rules.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import { formatText, type TextEntry } from '@brigade/contract/text.ts'
import { wordsIn } from '../../platform/locale.ts'
import { recipeWords } from '../recipe.text.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'
import { editorText } from './editor.text.ts'
import type { Placed } from './model-problems.ts'

const entryOf = (key: keyof typeof recipeText): TextEntry => recipeText[key]

const limited = ['minutes', 'temperatureC', 'differenceC', 'coreTargetC', 'humidity', 'fan'] as const
export type LimitedField = (typeof limited)[number]
const isLimited = (field: string): field is LimitedField => limited.some((each) => each === field)
/** The problems that the console finds without the server: all reasons to refuse saving, and pauses without words. */
export function placedProblems(typed: TypedRecipe, locale: Locale): readonly Placed[] {
  const checked = RecipeDraft.safeParse(typed)
  const messages =
    checked.error === undefined ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...recipeText })
  const saving = Object.entries(messages).map(([path, message]) => stageLimit(typed, path, locale) ?? { path, message })
  const pauses = pauseProblems(typed).map(({ path, key, params }) => ({
    path,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the rule gave the parameters of its words
    message: formatText(entryOf(key), locale, params as never),
    isForPublishing: true,
  }))
  return [...saving, ...pauses]
}

/** A value of a stage beyond its limits: the message has both values, and a valid one. */
function stageLimit(typed: TypedRecipe, path: string, locale: Locale): Placed | undefined {
  const [list, index, field] = path.split('.')
  const stage: Stage | undefined = list === 'stages' ? typed.stages[Number(index)] : undefined
  if (stage === undefined || field === undefined || !isLimited(field)) return undefined
  const value = stage[field]
  const { min, max } = stageLimits[field]
  if (value === null || (value >= min && value <= max)) return undefined
  const w = wordsIn(editorText, locale)
  const params = { n: Number(index) + 1, value, limit: value > max ? max : min, unit: stageUnitWords[field][locale] }
  return { path, message: value > max ? w.above(params) : w.below(params), mend: params.limit }
}

/** The label of a place in the form. */
export function placeName(typed: TypedRecipe, path: string, locale: Locale): string {
  const r = wordsIn(recipeWords, locale)
  const w = wordsIn(editorText, locale)
  const [first = '', second = '', third = '', fourth = ''] = path.split('.')
  const stageAt = (index: number): string => r.stage({ n: index + 1 })
  if (first === 'stages') {
    if (second === '') return r.stages
    const field = Object.hasOwn(stageFieldWords, third) ? stageFieldWords[asField(third)][locale] : ''
    return field === '' ? stageAt(Number(second)) : w.placeOfStage({ stage: stageAt(Number(second)), field })
  }
  if (first === 'texts') {
    const language = Object.hasOwn(recipeLanguageWords, second)
      ? recipeLanguageWords[asLanguage(second)][locale]
      : second
    if (third === 'stages') {
      const index = typed.stages.findIndex(({ key }) => String(key) === fourth)
      return w.placeOfStage({ stage: stageAt(index), field: `${r.description} ${language}` })
    }
    return `${third === 'description' ? r.description : r.name} ${language}`
  }
  if (first === 'ingredients') return second === '' ? r.ingredients : w.placeOfIngredient({ n: Number(second) + 1 })
  const names: Readonly<Record<string, string>> = {
    productIds: r.models,
    pictureFileId: r.picture,
    languages: r.languages,
    baseLanguage: r.languages,
    categoryId: r.category,
    servings: r.servings,
    container: r.container,
    levels: r.levels,
    preheat: r.preheat,
  }
  return names[first] ?? first
}
// oxlint-disable-next-line typescript/consistent-type-assertions -- its own key, as just asked
const asField = (field: string) => field as keyof typeof stageFieldWords
// oxlint-disable-next-line typescript/consistent-type-assertions -- its own key, as just asked
const asLanguage = (language: string) => language as RecipeLanguage
