import type { Cooking } from '@brigade/contract/recipe/oven.model.ts'
import { useMemo } from 'react'
import { useLocale } from '../../platform/locale.ts'
import { planOf } from '../curve/plan.ts'
import { nameFor } from '../recipe-names.ts'
import { stageName } from '@brigade/contract/recipe/kitchen-words.ts'

/** The plan of the version that an oven cooks, for the measured curve; null if it is unknown. */
export function useCookPlan(cooking: Cooking | null) {
  const locale = useLocale()
  return useMemo(() => {
    if (cooking === null || cooking.plan === null) return null
    const { plan, recipe, id, version, startedAt, endedAt, isOver } = cooking
    if (isOver && endedAt === null) return null
    const planned = planOf(plan)
    const name = recipe === null ? id : nameFor(locale, recipe.names, recipe.baseLanguage)
    return {
      name: `${name} v${version}`,
      // It may have begun before the known span.
      from: startedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(startedAt),
      to: isOver && endedAt !== null ? Date.parse(endedAt) : null,
      preheatC: planned.preheat?.toC ?? null,
      stages: planned.stages.map(({ minutes, fromC, toC }, index) => {
        const stage = plan.stages[index]
        return { name: stage === undefined ? '' : stageName(stage, locale), minutes, fromC, toC }
      }),
    }
  }, [cooking, locale])
}
