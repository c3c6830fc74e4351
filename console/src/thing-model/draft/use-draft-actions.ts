import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useCallback } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { toastDone, toastError, toastOffer } from '../../platform/toast.ts'
import { useFunctionWrites } from '../function/function-writes.ts'
import { functionKinds, functionsOf } from '../function/functions-of.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'
import { draftFunctionsText } from './draft.text.ts'

export type DraftActions = {
  /** Removes from the draft at once, which can be undone: nothing is lost before publishing. */
  remove: (functions: readonly KindOfFunction[]) => void
  /** One that publishing would remove stays. */
  bringBack: (of: KindOfFunction) => void
}

/** Deletes functions of a draft, and can restore them to their old places. */
export function useDraftActions(productId: string, model: ThingModel | undefined): DraftActions {
  const w = useWords(draftFunctionsText)
  const locale = useLocale()
  const writes = useFunctionWrites(productId)

  const guarded = useCallback(async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toastError(error instanceof CallError ? error.message : String(error))
    }
  }, [])

  const remove = useCallback(
    (functions: readonly KindOfFunction[]): void => {
      if (model === undefined) return
      const before = orderOf(model)
      const [first] = functions
      const restore = async (): Promise<void> => {
        for (const of of functions) await writes.add(of, of)
        for (const kind of kindsOf(functions)) {
          const order = before.get(kind) ?? []
          // If somebody else added a function meanwhile, their order remains.
          await writes.order(kind, order).catch(() => undefined)
        }
        toastDone(w.undone)
      }
      void guarded(async () => {
        for (const kind of kindsOf(functions)) {
          await writes.remove(
            kind,
            functions.filter((of) => of.kind === kind).map(({ definition }) => definition.identifier),
          )
        }
        toastOffer(
          functions.length === 1 && first !== undefined
            ? w.removed({ name: first.definition.name[locale] })
            : w.manyRemoved({ count: functions.length }),
          { label: w.undo, run: () => void guarded(restore) },
        )
      })
    },
    [model, writes, guarded, w, locale],
  )
  const bringBack = useCallback(
    (of: KindOfFunction): void =>
      void guarded(async () => {
        await writes.add(of, of)
        toastDone(w.broughtBack({ name: of.definition.name[locale] }))
      }),
    [writes, guarded, w, locale],
  )
  return { remove, bringBack }
}

const kindsOf = (functions: readonly KindOfFunction[]): readonly FunctionKind[] =>
  functionKinds.filter((kind) => functions.some((of) => of.kind === kind))

function orderOf(model: ThingModel): ReadonlyMap<FunctionKind, readonly string[]> {
  const functions = functionsOf(model)
  return new Map(
    functionKinds.map((kind) => [
      kind,
      functions.filter((of) => of.kind === kind).map(({ definition }) => definition.identifier),
    ]),
  )
}
