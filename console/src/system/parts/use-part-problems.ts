import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useMemo, useState } from 'react'
import { useLocale } from '../../platform/locale.ts'
import { partProblems, placeIn } from './part-problems.ts'
import type { usePartsDraft } from './use-parts-draft.ts'

const none: readonly Part[] = []

/** Returns the server's refusals, and each problem after its field was left or a save was tried. */
export function usePartProblems({ typed, refused }: Pick<ReturnType<typeof usePartsDraft>, 'typed' | 'refused'>) {
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  const problems = useMemo(() => partProblems(typed ?? none, locale), [typed, locale])
  const refusedFields = refused !== null && refused.of === typed ? Object.keys(refused.by.fields) : []
  const messages: Record<string, string> = {}
  for (const path of refusedFields) messages[path] = refused?.by.fieldIn(path, locale) ?? ''
  for (const [path, message] of Object.entries(problems)) {
    const { index, field } = placeIn(path)
    if (left === 'all' || left.has(`${typed?.[index]?.id ?? ''}.${field}`)) messages[path] = message
  }
  return {
    problems,
    messages,
    /** The refusal, if it concerns no field. */
    note: refused === null || refusedFields.length > 0 ? null : refused.by,
    showAllProblems: () => setLeft('all'),
    leave: (path: string | null) => {
      if (path === null || left === 'all') return
      const { index, field } = placeIn(path)
      setLeft(new Set(left).add(`${typed?.[index]?.id ?? ''}.${field}`))
    },
  }
}
