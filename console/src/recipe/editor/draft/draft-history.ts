/** The earlier states, the present one, and the undone ones. */
export type History<T> = Readonly<{ past: readonly T[]; now: T; future: readonly T[]; tag: string | null }>

const maxSteps = 100

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], tag: null })

/** A change. One with the tag of the change before belongs to the same step: the letters typed into one field. */
export function changed<T>(history: History<T>, now: T, tag: string | null = null): History<T> {
  if (now === history.now) return history
  const joins = tag !== null && tag === history.tag && history.past.length > 0
  return { past: joins ? history.past : [...history.past, history.now].slice(-maxSteps), now, future: [], tag }
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], tag: null }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future, tag: null }
}

/** The next change becomes a separate step. */
export const stepped = <T>(history: History<T>): History<T> =>
  history.tag === null ? history : { ...history, tag: null }
