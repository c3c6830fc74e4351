import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { Cooking, OvenCounts, OvenRecipes } from '@brigade/contract/recipe/oven.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCan } from '../../platform/can.ts'
import { ask } from '../../platform/query.ts'
import { useHeldLive } from './use-held-live.ts'

/** The recipes that an oven keeps and cooks: undefined while they are loading, and for accounts that may not see recipes. */
export function useOvenRecipes(deviceId: string, isAsked: boolean) {
  const can = useCan()
  return useQuery({
    ...ask(ovenRecipeApi.oven, { deviceId }, { quiet: true }),
    // Another tab of the oven may have read it a moment before something began to cook.
    staleTime: 0,
    enabled: isAsked && can('recipe:view'),
  })
}

/**
 * Merges live changes of an oven's recipes and cooking into the screen's data. Returns the number of recipes in each
 * state.
 */
export function useOvenRecipesLive(deviceId: string): OvenCounts | null {
  const client = useQueryClient()
  return useHeldLive({ deviceId }, ({ oven }) => {
    if (oven !== null) client.setQueryData<OvenRecipes>(ask(ovenRecipeApi.oven, { deviceId }).queryKey, oven)
  })
}

/** The recipe that an oven cooks or cooked last. A change of `mark`, made from the oven's reports, reads it again. */
export function useCooking(deviceId: string, { isAsked, mark }: { isAsked: boolean; mark: string }): Cooking | null {
  const client = useQueryClient()
  const { data } = useOvenRecipes(deviceId, isAsked)
  const seen = useRef(mark)
  useEffect(() => {
    if (seen.current === mark) return
    seen.current = mark
    void client.invalidateQueries({ queryKey: ask(ovenRecipeApi.oven, { deviceId }).queryKey })
  }, [client, deviceId, mark])
  return data?.cooking ?? null
}
