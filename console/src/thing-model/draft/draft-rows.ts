import type { FunctionChange, Missing, ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { isFound } from '../functions/model-functions.ts'
import { findFunction, functionsOf } from '../function/functions-of.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

/** A function of the draft, or one that was removed from it. */
export type DraftRow = Readonly<{
  /** The identifier, which is unique among the functions. */
  key: string
  of: KindOfFunction
  change: FunctionChange | null
  missing: readonly Missing[]
  isRemoved: boolean
}>

/** The functions in order; those that publishing removes come last, in their published form. */
export function draftRows(
  { changes, missing }: Pick<ModelDraft, 'changes' | 'missing'>,
  functions: readonly KindOfFunction[],
  published: ThingModel | undefined,
): readonly DraftRow[] {
  const changeOf = new Map(changes.filter(({ change }) => change !== 'removed').map((one) => [one.identifier, one]))
  const missingOf = Map.groupBy(missing, ({ identifier }) => identifier)
  const rows = functions.map((of): DraftRow => {
    const { identifier } = of.definition
    return {
      key: identifier,
      of,
      change: changeOf.get(identifier) ?? null,
      missing: missingOf.get(identifier) ?? [],
      isRemoved: false,
    }
  })
  const removed = changes.flatMap((change): DraftRow[] => {
    if (change.change !== 'removed' || published === undefined) return []
    const of = findFunction(published, change.kind, change.identifier)
    // The draft may contain a function of another kind with the same identifier.
    return of === null ? [] : [{ key: `removed ${change.identifier}`, of, change, missing: [], isRemoved: true }]
  })
  return [...rows, ...removed]
}

/** The draft's functions, those of one kind in an order that is being sent to the server. */
export function inOrder(
  model: ThingModel,
  pending: Readonly<{ kind: FunctionKind; identifiers: readonly string[] }> | null,
): readonly KindOfFunction[] {
  const functions = functionsOf(model)
  if (pending === null) return functions
  const place = new Map(pending.identifiers.map((identifier, index) => [identifier, index]))
  const ofKind = functions
    .filter(({ kind }) => kind === pending.kind)
    .toSorted((a, b) => (place.get(a.definition.identifier) ?? 1e6) - (place.get(b.definition.identifier) ?? 1e6))
  let next = 0
  return functions.map((of) => {
    if (of.kind !== pending.kind) return of
    next += 1
    return ofKind[next - 1] ?? of
  })
}

export const kindFilters = ['all', 'property', 'event', 'service'] as const
export type KindFilter = (typeof kindFilters)[number]

export const isShownRow = ({ of }: DraftRow, kind: KindFilter, typed: string): boolean =>
  (kind === 'all' || of.kind === kind) && (typed.trim() === '' || isFound(of, typed))
