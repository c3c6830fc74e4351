import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { SeriesRow } from '@brigade/contract/product/product.model.ts'
import { useCallback, useState, type ReactNode } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { seriesActionText, seriesText } from './series.text.ts'

type Question = { targets: readonly SeriesRow[]; staying: readonly SeriesRow[] }

/** Deletes series. Those with models stay, and the dialog names them; it also shows a refusal of the server. */
export function useSeriesRemoval(): [(targets: readonly SeriesRow[]) => void, ReactNode] {
  const w = useWords(seriesText)
  const a = useWords(seriesActionText)
  const nameOf = useNameOf()
  const { mutateAsync: remove } = useSend(productApi.removeSeries, { quiet: true })
  const [pending, setPending] = useState<Question | null>(null)
  const ask = useCallback((rows: readonly SeriesRow[]): void => {
    setPending({
      targets: rows.filter(({ products }) => products === 0),
      staying: rows.filter(({ products }) => products > 0),
    })
  }, [])

  const { targets, staying } = pending ?? { targets: [], staying: [] }
  const count = targets.length
  const [first] = targets
  const one = count === 1 && first !== undefined ? { name: nameOf(first.name) } : undefined
  const named = (rows: readonly SeriesRow[]): string => rows.map(({ name }) => nameOf(name)).join(a.listMark)
  const confirm = async (): Promise<void> => {
    await remove({ ids: targets.map(({ id }) => id) })
    toastDone(one === undefined ? a.manyRemoved({ count }) : a.removed(one))
  }
  const stays = staying.length === 0 ? '' : `\n${a.staying({ names: named(staying), count: staying.length })}`
  return [
    ask,
    <ConfirmAction
      key="confirm"
      title={one === undefined ? a.removeManyTitle({ count }) : a.removeTitle(one)}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      confirmLabel={one === undefined ? a.removeManyTitle({ count }) : w.remove}
      danger
      onConfirm={confirm}
    >
      {(one === undefined ? a.removeManyBody({ names: named(targets) }) : a.removeBody) + stays}
    </ConfirmAction>,
  ]
}
