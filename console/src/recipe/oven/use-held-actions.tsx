import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { OvenRecipeRow } from '@brigade/contract/recipe/oven.model.ts'
import { useState, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import type { BatchAction, RowAction } from '../../ui/data-table/column.ts'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { CookDialog } from './cook-dialog.tsx'
import { cookText } from './cook.text.ts'
import { ovenText } from './oven.text.ts'

type Rows = readonly OvenRecipeRow[]
type HeldActions = {
  rowActions: (row: OvenRecipeRow) => readonly RowAction[]
  batchActions: (rows: Rows) => readonly BatchAction[]
  dialogs: ReactNode
}

/** A held recipe needs no sending; one that is being removed or does not fit cannot be sent. */
const isToResend = ({ state }: OvenRecipeRow): boolean => ['waiting', 'behind', 'failed'].includes(state)

/** The actions on recipes of ovens: send again, take away, cook. */
export function useHeldActions(of: 'ovens' | 'recipes', onDone: () => void): HeldActions {
  const w = useWords(ovenText)
  const c = useWords(cookText)
  const can = useCan()
  const [removing, setRemoving] = useState<Rows | null>(null)
  const [cooking, setCooking] = useState<OvenRecipeRow | null>(null)
  const resend = useSend(ovenRecipeApi.resend)
  const maySend = can('recipe:send')
  const again = async (rows: Rows): Promise<void> => {
    await resend.mutateAsync(pairsOf(rows))
    toastDone((of === 'ovens' ? w.resendDone : w.resendRecipesDone)({ n: formatNumber(rows.length) }))
    onDone()
  }
  const rowActions = (row: OvenRecipeRow): readonly RowAction[] => [
    ...(can('oven:command') && row.heldVersion !== null && row.state !== 'removing'
      ? [
          {
            key: 'cook',
            icon: 'flame' as const,
            label: c.start,
            disabledReason: row.online ? undefined : c.offline,
            onClick: () => setCooking(row),
          },
        ]
      : []),
    ...(maySend
      ? [
          {
            key: 'resend',
            icon: 'refresh' as const,
            label: w.resend,
            disabledReason: isToResend(row) ? undefined : w.notToResend,
            onClick: () => void again([row]),
          },
          {
            key: 'remove',
            icon: 'trash' as const,
            label: w.remove,
            danger: true,
            disabledReason: row.state === 'removing' ? w.isRemoving : undefined,
            onClick: () => setRemoving([row]),
          },
        ]
      : []),
  ]
  const batchActions = (rows: Rows): readonly BatchAction[] =>
    maySend
      ? [
          {
            key: 'resend',
            icon: 'refresh',
            label: w.resend,
            disabledReason: rows.every(isToResend) ? undefined : w.notToResend,
            onClick: () => void again(rows),
          },
          { key: 'remove', icon: 'trash', label: w.remove, danger: true, onClick: () => setRemoving(rows) },
        ]
      : []
  const dialogs = (
    <>
      <RemoveDialog of={of} rows={removing} onClose={() => setRemoving(null)} onDone={onDone} />
      <CookDialog row={cooking} onClose={() => setCooking(null)} />
    </>
  )
  return { rowActions, batchActions, dialogs }
}

/** Rows of one recipe, or of one oven: the pairs are all of them. */
const pairsOf = (rows: Rows) => ({
  recipeIds: [...new Set(rows.map(({ recipe }) => recipe.id))],
  deviceIds: [...new Set(rows.map(({ oven }) => oven.id))],
})

type RemoveProps = { of: 'ovens' | 'recipes'; rows: Rows | null; onClose: () => void; onDone: () => void }

function RemoveDialog({ of, rows, onClose, onDone }: RemoveProps) {
  const w = useWords(ovenText)
  const takeAway = useSend(ovenRecipeApi.takeAway, { quiet: true })
  const last = useLast(rows)
  const n = formatNumber(last?.length ?? 0)
  return (
    <PasswordPrompt
      title={(of === 'ovens' ? w.removeTitle : w.removeRecipesTitle)({ n })}
      isOpen={rows !== null}
      onClose={onClose}
      danger
      confirmLabel={w.removeShort}
      onConfirm={async (password) => {
        await takeAway.mutateAsync({ ...pairsOf(last ?? []), password })
        toastDone((of === 'ovens' ? w.removeDone : w.removeRecipesDone)({ n }))
        onDone()
      }}
    >
      <p>{w.removeBody}</p>
      {last?.some(({ byTarget }) => byTarget) === true ? <p>{w.removeBySet}</p> : null}
    </PasswordPrompt>
  )
}
