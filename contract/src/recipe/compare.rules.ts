import type { RecipeContent } from './recipe.model.ts'
import { keyedUses } from './recipe.rules.ts'

/** One value of two contents side by side. `path`: as in the draft, stages by their key and ingredients by their id (`12:2`: the second use of 12). */
export type ComparedRow = Readonly<{ path: string; before: string | null; after: string | null; isChanged: boolean }>

type Flat = ReadonlyMap<string, string>

function flattened({ stages, ingredients, texts, ...head }: RecipeContent): Flat {
  const rows = new Map<string, string>()
  const put = (path: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return
    if (Array.isArray(value)) rows.set(path, value.join(', '))
    else if (typeof value === 'object') for (const [key, each] of Object.entries(value)) put(`${path}.${key}`, each)
    else rows.set(path, String(value))
  }
  for (const [key, value] of Object.entries(head)) put(key, value)
  rows.set('stages', stages.map(({ key }) => key).join(', '))
  for (const { key, ...stage } of stages) put(`stages.${key}`, stage)
  for (const {
    key,
    use: { ingredientId: _id, ...use },
  } of keyedUses(ingredients))
    put(`ingredients.${key}`, use)
  put('texts', texts)
  return rows
}

/** Row by row in the order of the draft, with the rows that only one side has. */
export function compareContents(before: RecipeContent, after: RecipeContent): ComparedRow[] {
  const [old, now] = [flattened(before), flattened(after)]
  const paths = [...new Set([...now.keys(), ...old.keys()])]
  return paths.map((path) => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null]
    return { path, before: was, after: is, isChanged: was !== is }
  })
}
