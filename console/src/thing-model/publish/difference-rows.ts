import type { Definition } from '@brigade/contract/thing-model/describe-function.ts'
import type { Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { functionsOf } from '../functions/model-functions.ts'

export type DifferenceRow = Difference['changes'][number] &
  Readonly<{ key: string; before: Definition | undefined; after: Definition | undefined }>

export const changeFilters = ['all', 'breaking', 'added', 'changed', 'removed'] as const
export type ChangeFilter = (typeof changeFilters)[number]

const order = { changed: 1, added: 2, removed: 3 } as const
const rank = ({ breaking, change }: DifferenceRow): number => (breaking.length > 0 ? 0 : order[change])

/** Breaking changes come first, then changed, added and removed functions; each group in the order of the model. */
export function differenceRows({ before, after, changes }: Difference): readonly DifferenceRow[] {
  const was = byIdentifier(before.model)
  const is = byIdentifier(after.model)
  return changes
    .map((change) => {
      const key = `${change.kind}.${change.identifier}`
      return { ...change, key, before: was.get(key), after: is.get(key) }
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

const byIdentifier = (model: ThingModel): ReadonlyMap<string, Definition> =>
  new Map(functionsOf(model).map(({ kind, definition }) => [`${kind}.${definition.identifier}`, definition]))

export const isShown = ({ change, breaking }: DifferenceRow, filter: ChangeFilter): boolean =>
  filter === 'all' || (filter === 'breaking' ? breaking.length > 0 : change === filter)

/** Rows that are new or changed since the difference that was shown before. */
export function newSince(seen: Difference, now: Difference): ReadonlySet<string> {
  const known = new Map(differenceRows(seen).map((row) => [row.key, JSON.stringify([row.before, row.after])]))
  return new Set(
    differenceRows(now)
      .filter((row) => known.get(row.key) !== JSON.stringify([row.before, row.after]))
      .map(({ key }) => key),
  )
}
