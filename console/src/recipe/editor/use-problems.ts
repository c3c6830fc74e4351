import type { RecipeCheck, RecipeProblem } from '@brigade/contract/recipe/recipe.model.ts'
import { useMemo, useState } from 'react'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale } from '../../platform/locale.ts'
import { placedProblems, type Placed } from './problem-places.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'
import { useRecipeCheck } from './use-recipe-check.ts'

/**
 * All that is wrong with what is typed: by the rules, which the form knows itself, and by the models, which the server asks. A field
 * that was not filled in yet is marked when it is left or when one tries to save; a figure beyond its limits at once.
 */
export function useProblems(typed: TypedRecipe, refused: CallError | null, isNew: boolean) {
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(!isNew)
  const own = useMemo(() => placedProblems(typed, locale), [typed, locale])
  const check = useRecipeCheck(typed)
  const ofModels = modelProblems(check, own)
  const said: Readonly<Record<string, string>> = refused?.fields ?? {}
  const fromServer: Placed[] = Object.keys(said)
    .filter((path) => own.every((each) => each.path !== path))
    .map((path) => ({ path, message: refused?.fieldIn(path, locale) ?? '' }))
  const isShown = ({ path, mend }: Placed): boolean => isTried || left.has(path) || mend !== undefined
  const shown = [...own.filter(isShown), ...fromServer]
  const all = [...shown, ...ofModels.placed]
  return {
    all,
    /** Saving is refused while there is one. */
    blocksSaving: own.some(({ isForPublishing }) => isForPublishing !== true),
    blocksPublishing: own.length > 0 || ofModels.placed.length > 0,
    notes: check?.notes ?? [],
    isChecked: check !== undefined,
    unfit: ofModels.unfit,
    at: (path: string): Placed | undefined => all.find((each) => each.path === path),
    /** The problems of the stage and of its words, in every language. */
    ofStage: (index: number): readonly Placed[] => {
      const words = `.stages.${typed.stages[index]?.key ?? 0}`
      return all.filter(
        ({ path }) => path.startsWith(`stages.${index}.`) || (path.startsWith('texts.') && path.endsWith(words)),
      )
    },
    leave: (path: string): void => setLeft((before) => (before.has(path) ? before : new Set(before).add(path))),
    tryAll: (): void => setTried(true),
  }
}

/** The problems for each model; the words name it. */
function modelProblems(check: RecipeCheck | undefined, own: readonly Placed[]) {
  const found: readonly RecipeProblem[] = check?.problems ?? []
  const known = new Set(own.map(({ path }) => path))
  const placed = found
    .filter(({ path, product }) => product !== null || !known.has(path))
    .map(({ path, message }): Placed => ({ path, message, isForPublishing: true }))
  const unfit = new Map<string, string>()
  for (const { product, message } of found)
    if (product !== null && !unfit.has(product.id)) unfit.set(product.id, message)
  return { placed, unfit }
}
export type Problems = ReturnType<typeof useProblems>
