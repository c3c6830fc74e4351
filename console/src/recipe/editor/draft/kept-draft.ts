import type { TypedRecipe } from './typed-recipe.ts'

/** What was typed and not saved, in this browser: it outlives a closed page, and is there again when the recipe is opened. */
export type KeptDraft = Readonly<{
  typed: TypedRecipe
  /** What it was made from, and when that was saved; null: it is new. */
  start: TypedRecipe
  updatedAt: string | null
  keptAt: string
}>

const placeOf = (account: string, id: string | null): string => `brigade.recipe.${account}.${id ?? 'new'}`

export function keptDraft(account: string, id: string | null): KeptDraft | null {
  try {
    const text = localStorage.getItem(placeOf(account, id))
    const kept: unknown = text === null ? null : JSON.parse(text)
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === 'object' &&
  value !== null &&
  'typed' in value &&
  'start' in value &&
  'keptAt' in value &&
  looksTyped(value.typed) &&
  looksTyped(value.start)
const looksTyped = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'stages' in value && 'texts' in value && Array.isArray(value.stages)

/** Whether there was room. */
export function keepDraft(account: string, id: string | null, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(placeOf(account, id), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(account: string, id: string | null): void {
  try {
    localStorage.removeItem(placeOf(account, id))
  } catch {
    // Nothing can be kept here, so nothing was.
  }
}
