import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { OvenCounts, OvenRecipeLiveEvent } from '@brigade/contract/recipe/oven.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../platform/live.ts'

type Of = { recipeId: string } | { deviceId: string }

/** Follows the ovens of a recipe, or the recipes of an oven: their rows are read anew, their counts come with the event. */
export function useHeldLive(of: Of, onEvent: (event: OvenRecipeLiveEvent) => void = nothing): OvenCounts | null {
  const client = useQueryClient()
  const [counts, setCounts] = useState<OvenCounts | null>(null)
  const readAnew = (): void =>
    void client.invalidateQueries({ queryKey: [ovenRecipeApi.ovenRows.domain, ovenRecipeApi.ovenRows.name] })
  useLive(
    ovenRecipeApi.ovenLive,
    of,
    (event) => {
      // What is gone from an oven has no row any more: its count says so.
      const isOther = JSON.stringify(event.counts) !== JSON.stringify(counts)
      if (isOther) setCounts(event.counts)
      if (isOther || event.rows.length > 0 || event.isPartial) readAnew()
      onEvent(event)
    },
    { onReconnect: readAnew },
  )
  return counts
}
const nothing = (): void => undefined
