import { useEffect, useEffectEvent, useState } from 'react'
import { keyOf, namesOf, type Draft, type Filter } from './filter.ts'

/** Longer than the gap between two keys of a person who types slowly. */
const pauseMs = 700

export const isText = <K extends string>(filters: readonly Filter<K>[], name: K): boolean =>
  filters.some((filter) => filter.kind === 'text' && namesOf(filter).includes(name))

/** The texts as an address takes them; the spaces between two words are typed one after the other. */
export const trimmed = <K extends string>(filters: readonly Filter<K>[], draft: Draft): Draft => ({
  ...draft,
  ...Object.fromEntries(
    filters
      .filter(({ kind }) => kind === 'text')
      .flatMap(namesOf)
      .map((name) => [name, draft[name]?.trim() || undefined]),
  ),
})

/** The text fields whose content differs from the applied filter. */
export const waitingTexts = <K extends string>(
  filters: readonly Filter<K>[],
  draft: Draft,
  applied: Draft,
): readonly string[] =>
  filters
    .filter((filter) => filter.kind === 'text' && namesOf(filter).some((name) => draft[name] !== applied[name]))
    .map(keyOf)

/**
 * Applies typed text after a pause, but not while an input method still composes. Spread the returned handlers on the
 * form. `typed`: null while nothing waits. A text that the address does not accept is not sent repeatedly.
 */
export function usePause(typed: string | null, onPause: () => void) {
  const [isComposing, setComposing] = useState(false)
  const apply = useEffectEvent(onPause)
  useEffect(() => {
    if (typed === null || isComposing) return
    const timer = setTimeout(() => apply(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, isComposing])
  return { onCompositionStart: () => setComposing(true), onCompositionEnd: () => setComposing(false) }
}
