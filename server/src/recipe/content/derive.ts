import { createHash } from 'node:crypto'
import { amountOf } from '@brigade/contract/recipe/measure.rules.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { gapsOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import type { Derived, StoredUse } from '../recipe.tables.ts'

/** Text with the keys of every object in one order, so that equal content has one hash. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  )
}

export const hashOf = (content: RecipeContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(content)))
    .digest()

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)]

const spelledWords = ({ texts }: RecipeContent, code: string) => {
  const words = [code, ...Object.values(texts).map(({ name }) => name)].filter((text) => text !== '').join(' ')
  return { words, spelling: spellingOf(words) }
}

export const deriveFrom = (content: RecipeContent, code: string): Derived => ({
  ingredientIds: distinct(content.ingredients.map(({ ingredientId }) => ingredientId)),
  modes: distinct(content.stages.map(({ mode }) => mode)),
  gaps: gapsOf(content),
  ...spelledWords(content, code),
  sha256: hashOf(content),
})

export const withAmounts = (content: RecipeContent): StoredUse[] =>
  content.ingredients.map((use) => ({ ...use, amount: amountOf(use) }))
