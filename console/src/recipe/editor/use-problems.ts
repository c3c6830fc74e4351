import { useMemo, useState, useEffect } from 'react'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale } from '../../platform/locale.ts'
import { modelProblems, type Placed } from './model-problems.ts'
import { placedProblems } from './problem-places.ts'
import type { TypedRecipe } from './draft/typed-recipe.ts'
import { RecipeContent, type RecipeCheck } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

const restMs = 400

/** The check against the models, requested after a pause in typing; undefined until it is known for the present input. */
function useRecipeCheck(typed: TypedRecipe): RecipeCheck | undefined {
  const locale = useLocale()
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { categoryId: _filing, ...content } = rested
  const checked = RecipeContent.safeParse(content)
  const body = checked.success ? checked.data : undefined
  const { data } = useQuery({
    queryKey: ['recipe', 'check', locale, body],
    queryFn: async ({ signal }) => {
      if (body === undefined) throw new Error('Nothing to check')
      return call(recipeApi.check, body, { signal, quiet: true })
    },
    enabled: body !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  return rested === typed ? data : undefined
}

/**
 * All problems of the input: by the rules, which the form checks itself, and by the models, which the server checks. An
 * empty field is marked when it is left or when the person saves; a figure beyond its limits is marked at once.
 */
export function useProblems(typed: TypedRecipe, refused: CallError | null, isNew: boolean) {
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(!isNew)
  const own = useMemo(() => placedProblems(typed, locale), [typed, locale])
  const check = useRecipeCheck(typed)
  const ofModels = modelProblems(check?.problems ?? [], own)
  // The refusal of a save names the same problems as the check, which has each model by itself.
  const known = new Set([...own, ...ofModels.placed].map(({ path }) => path))
  const fromServer: Placed[] = Object.keys(refused?.fields ?? {})
    .filter((path) => !known.has(path))
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
    at: (...paths: readonly string[]): readonly Placed[] => all.filter(({ path }) => paths.includes(path)),
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

export type Problems = ReturnType<typeof useProblems>
