import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { makeStale } from '../../platform/query.ts'
import { toastDone, toastError, toastOffer } from '../../platform/toast.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { actText } from '../fault.text.ts'
import { ActDialog, type PendingAct } from './act-dialog.tsx'
import { acts, applies, codeOf, iconOf, isAtOnce, labelOf, versionsOf, type Act } from './act.ts'

/** The time in which an act can be undone (faults.md). */
const undoMs = 10_000

type Offered = RowAction & { onClick: () => void }

/**
 * Offers the acts for the given records as buttons, with a dialog for acts that need input. A list and the record beside it
 * have a dialog each. `onDone` clears the selection.
 */
export function useActs(
  place: 'list' | 'record',
  onDone: () => void = () => undefined,
): [(rows: readonly FaultRow[]) => Offered[], ReactNode] {
  const w = useWords(actText)
  const can = useCan()
  const reportDone = useReportDone()
  const [pending, setPending] = useKept<PendingAct | null>(`fault act of the ${place}`, null)
  const whyNot = useWhyNot()
  const actAtOnce = async (act: 'acknowledge' | 'unshelve', rows: readonly FaultRow[]): Promise<void> => {
    try {
      const { batchId } = await call(faultApi[act], { records: versionsOf(rows) })
      onDone()
      await reportDone(act, rows, batchId)
    } catch (error) {
      // A toast has already shown the refusal.
      if (!(error instanceof CallError)) throw error
      await reportDone.readAnew()
    }
  }
  const actsOn = (rows: readonly FaultRow[]): Offered[] =>
    acts
      .filter((act) => can(codeOf[act]) && isOffered(act, rows))
      .map((act) => ({
        key: act,
        icon: iconOf[act],
        label: labelOf(w, act, rows),
        disabledReason: whyNot(act, rows),
        onClick: () => (isAtOnce(act) ? void actAtOnce(act, rows) : setPending({ act, rows })),
      }))
  const dialog = (
    <ActDialog
      pending={pending}
      onClose={() => setPending(null)}
      onDone={async ({ act, rows }, batchId) => {
        setPending(null)
        onDone()
        await reportDone(act, rows, batchId)
      }}
    />
  )
  return [actsOn, dialog]
}

/** Acts that no record here can need now are left out; the others stay and explain why they are unavailable. */
const isOffered = (act: Act, rows: readonly FaultRow[]): boolean => {
  if (rows.every(({ condition }) => condition === 'withdrawn')) return false
  const isAny = rows.some((row) => applies(act, row))
  if (act === 'reopen' || act === 'unshelve') return isAny
  if (rows.every(({ handling }) => handling === 'closed')) return act === 'note'
  if (act === 'shelve') return !rows.every(({ shelvedUntil }) => shelvedUntil !== null)
  return true
}

function useWhyNot() {
  const w = useWords(actText)
  return (act: Act, rows: readonly FaultRow[]): string | undefined => {
    const wrong = rows.find((row) => !applies(act, row))
    if (wrong === undefined) return undefined
    if (wrong.condition === 'withdrawn') return w.whyWithdrawn
    if (wrong.handling === 'closed') return w.whyClosed
    if (act === 'acknowledge') return w.whyNotNew
    if (act === 'close') return w.whyActive
    return act === 'eliminate' ? w.whyEliminated : w.whyOpen
  }
}

/** Confirms an act and offers to undo it; records that changed since stay, and are named. */
function useReportDone() {
  const w = useWords(actText)
  const client = useQueryClient()
  const readAnew = () => makeStale(client, faultApi.acknowledge)
  const undo = async (rows: readonly FaultRow[], batchId: string): Promise<void> => {
    const { undone, left } = await call(faultApi.undo, { batchId })
    if (undone > 0) toastDone(w.undone({ n: undone }))
    const names = rows.filter(({ id }) => left.includes(id)).map(({ device }) => device.sn)
    if (names.length > 0) toastError(w.left({ names: names.join(', ') }), 8000)
    await readAnew()
  }
  const reportDone = async (act: Act, rows: readonly FaultRow[], batchId: string): Promise<void> => {
    const message = w.done({ act: w[`done-${act}`], n: rows.length })
    if (act === 'note') toastDone(message)
    else
      // A toast has already shown the refusal.
      toastOffer(message, { label: w.undo, run: () => void undo(rows, batchId).catch(() => undefined) }, undoMs)
    await readAnew()
  }
  return Object.assign(reportDone, { readAnew })
}
