import type { TypedRecipe } from './typed-recipe.ts'

/** Unsaved input. It survives a closed page, and appears again when the recipe is opened on any device. */
export type KeptDraft = Readonly<{
  typed: TypedRecipe
  /** The state on which the edit is based, and its save time; null: the recipe is new. */
  start: TypedRecipe
  updatedAt: string | null
  keptAt: string
}>
/** A draft in this browser. `isSent`: the server has it too. */
export type OwnDraft = Readonly<{ draft: KeptDraft; isSent: boolean }>

const placeOf = (account: string, id: string | null): string => `brigade.recipe.${account}.${id ?? 'new'}`

export function ownDraft(account: string, id: string | null): OwnDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(account, id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !isKept(kept.draft)) return null
    return { draft: kept.draft, isSent: 'isSent' in kept && kept.isSent === true }
  } catch {
    return null
  }
}

/** Reads a draft that the server kept. */
export function readDraft(text: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(text)
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
export function keepOwn(account: string, id: string | null, kept: OwnDraft): boolean {
  try {
    localStorage.setItem(placeOf(account, id), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetOwn(account: string, id: string | null): void {
  try {
    localStorage.removeItem(placeOf(account, id))
  } catch {
    // Storage is not available, so nothing was stored.
  }
}

/**
 * Chooses between this browser's draft and the server's. A draft that was sent and that the server no longer has was saved or discarded on
 * another device. `undefined`: the server does not answer.
 */
export function chosenDraft(own: OwnDraft | null, served: KeptDraft | null | undefined): KeptDraft | null {
  if (served === undefined) return own?.draft ?? null
  if (own === null || own.isSent) return served
  return served !== null && served.keptAt > own.draft.keptAt ? served : own.draft
}
