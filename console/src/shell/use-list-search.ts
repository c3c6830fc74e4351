import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { urlSearch } from '../platform/url-search.ts'

/** What changes in the address: undefined takes a key out. */
type Patch<S extends z.ZodType<object>> = { [K in keyof z.output<S>]?: unknown }

/**
 * A screen's query as it stands in the address, and the way to change it: filters, page, size and sort, so that reload,
 * back and a link sent to a colleague show the same rows.
 */
export function useListSearch<S extends z.ZodType<object>>(schema: S): [z.output<S>, (patch: Patch<S>) => void] {
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => urlSearch(schema)(raw), [schema, raw])
  const change = useCallback(
    (patch: Patch<S>) => {
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...patch }) })
    },
    [navigate],
  )
  return [search, change]
}
