import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { Peeking } from '../ui/data-table/column.ts'

/** No row's id is longer. */
const maxLength = 200

/** The rest of the address is the list that the row belongs to. */
function restOf(raw: Readonly<Record<string, unknown>>): string {
  const { peek: _peek, ...rest } = raw
  return JSON.stringify(rest)
}

/** The row that a list shows beside it, by its id in the address: a link shows it, the way back closes it. */
export function usePeeking(): Peeking {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()
  // The list from which the row was shown: there the way back closes it.
  const shownFrom = useRef<string | null>(null)
  const rest = restOf(raw)
  const { peek } = raw
  const id = typeof peek === 'string' && peek !== '' && peek.length <= maxLength ? peek : undefined
  return useMemo(
    () => ({
      id,
      onPeek: (next, { replaces }) => {
        if (!replaces) shownFrom.current = rest
        void navigate({
          to: '.',
          replace: replaces,
          search: (before: Record<string, unknown>): Record<string, unknown> => ({ ...before, peek: next }),
        })
      },
      onClose: () => {
        if (shownFrom.current === rest) history.back()
        else
          void navigate({
            to: '.',
            replace: true,
            search: (before: Record<string, unknown>): Record<string, unknown> => ({ ...before, peek: undefined }),
          })
      },
    }),
    [id, rest, navigate, history],
  )
}
