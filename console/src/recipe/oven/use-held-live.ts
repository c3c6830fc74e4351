import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { OvenCounts, OvenRecipeLiveEvent } from '@brigade/contract/recipe/oven.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../platform/live.ts'

type Of = { recipeId: string } | { deviceId: string }

/** Follows the ovens of a recipe, or the recipes of an oven: their rows are read again, and the event contains their counts. */
export function useHeldLive(of: Of, onEvent: (event: OvenRecipeLiveEvent) => void = nothing): OvenCounts | null {
  const client = useQueryClient()
  const [counts, setCounts] = useState<OvenCounts | null>(null)
  const stale = ({ domain, name }: { domain: string; name: string }): void =>
    void client.invalidateQueries({ queryKey: [domain, name] })
  const readAnew = (): void => {
    stale(ovenRecipeApi.ovenRows)
    stale(ovenRecipeApi.targets)
    stale(recipeApi.detail)
  }
  useLive(
    ovenRecipeApi.ovenLive,
    of,
    (event) => {
      // A recipe that was removed from an oven has no row any more: its count shows that.
      const isOther = JSON.stringify(event.counts) !== JSON.stringify(counts)
      if (isOther) setCounts(event.counts)
      if (isOther) readAnew()
      else if (event.rows.length > 0 || event.isPartial) stale(ovenRecipeApi.ovenRows)
      onEvent(event)
    },
    { onReconnect: readAnew },
  )
  return counts
}
const nothing = (): void => undefined
