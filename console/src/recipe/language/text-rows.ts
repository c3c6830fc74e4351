import type { RecipeLanguages } from '@brigade/contract/recipe/language.model.ts'
import type { RecipeTexts } from '@brigade/contract/recipe/recipe.model.ts'

/** One text of a recipe beside its base. `key`: `name`, `description`, `stages.3`. */
export type TextRow = Readonly<{ key: string; stage: number | null; isPause: boolean; base: string; text: string }>

const textAt = (texts: RecipeTexts | undefined, key: string): string => {
  if (texts === undefined) return ''
  if (key === 'name' || key === 'description') return texts[key]
  return texts.stages[key.slice('stages.'.length)] ?? ''
}

/** All texts of a recipe in the order in which it is read. */
export function textRows(
  { stages }: Pick<RecipeLanguages, 'stages'>,
  base: RecipeTexts | undefined,
  texts: RecipeTexts | undefined,
): readonly TextRow[] {
  const row = (key: string, stage: number | null, isPause: boolean): TextRow => ({
    key,
    stage,
    isPause,
    base: textAt(base, key),
    text: textAt(texts, key),
  })
  return [
    row('name', null, false),
    row('description', null, false),
    ...stages.map(({ key, pauseBefore }, index) => row(`stages.${key}`, index + 1, pauseBefore)),
  ]
}

/** The text after a key that the base has and the language has not, going round; null: there is none. */
export function nextGap(rows: readonly TextRow[], after: string | null): string | null {
  const at = rows.findIndex(({ key }) => key === after)
  const round = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  return round.find(({ base, text }) => base.trim() !== '' && text.trim() === '')?.key ?? null
}

export const gapsIn = (rows: readonly TextRow[]): number =>
  rows.filter(({ base, text }) => base.trim() !== '' && text.trim() === '').length

export function withTextAt(texts: RecipeTexts, key: string, text: string): RecipeTexts {
  if (key === 'name' || key === 'description') return { ...texts, [key]: text }
  const { [key.slice('stages.'.length)]: _before, ...others } = texts.stages
  return { ...texts, stages: text === '' ? others : { ...others, [key.slice('stages.'.length)]: text } }
}
