import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { ovenText } from '../oven/oven.text.ts'
import { recipeWords } from '../recipe.text.ts'
import { ovensOf, useOneName, type BatchDialogProps, type BatchRow } from './batch-rows.ts'
import { listText } from './list.text.ts'

type Props = BatchDialogProps & { rows: readonly BatchRow[] }

/** Cancels the publication. Whoever may send recipes chooses whether ovens lose them too, and confirms that with the password. */
export function CancelDialog({ ids, rows, isOpen, onClose, onDone }: Props) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const u = useWords(uiText)
  const [removes, setRemoves] = useState(false)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<CallError | null>(null)
  const ovens = ovensOf(rows)
  const send = useSend(recipeApi.setState, { quiet: true })
  const n = formatNumber(ids.length)
  const name = useOneName(rows)
  const locale = useLocale()
  const forget = (): void => {
    setRemoves(false)
    setPassword('')
    setWrong(null)
  }
  const confirm = async (): Promise<void> => {
    setWrong(null)
    try {
      const taken = removes && ovens > 0 ? { removeFromOvens: true, password } : {}
      await send.mutateAsync({ ids, publish: false, note: '', ...taken })
    } catch (error) {
      if (error instanceof CallError && error.fields['password'] !== undefined) {
        setWrong(error)
        setPassword('')
      }
      throw error
    }
    toastDone(r.unpublishedNow)
    forget()
    onDone()
  }
  return (
    <ConfirmAction
      title={w.cancelTitle({ n, name })}
      isOpen={isOpen}
      onClose={() => {
        forget()
        onClose()
      }}
      confirmLabel={r.cancelPublish}
      waitsFor={removes && password === '' ? u.passwordNeeded : undefined}
      onConfirm={confirm}
    >
      <p>{w.cancelBody({ n })}</p>
      {ovens === 0 ? null : <AlsoRemove ovens={ovens} removes={removes} onChange={setRemoves} />}
      {removes ? (
        <PasswordField
          label={u.password}
          required
          value={password}
          error={wrong?.fieldIn('password', locale)}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
    </ConfirmAction>
  )
}

type AlsoProps = { ovens: number; removes: boolean; onChange: (removes: boolean) => void }

function AlsoRemove({ ovens, removes, onChange }: AlsoProps) {
  const o = useWords(ovenText)
  const can = useCan()
  const n = formatNumber(ovens)
  if (!can('recipe:send'))
    return (
      <Box marginTop="12">
        <p>{o.keptInOvens({ n })}</p>
        <Text.p size="xs" line="16" tone="ink-3">
          {o.mayNotTakeOff}
        </Text.p>
      </Box>
    )
  return (
    <Box marginTop="12">
      <Checkbox checked={removes} onChange={onChange}>
        {o.alsoRemove({ n })}
      </Checkbox>
      {removes ? null : (
        <Text.p size="xs" line="16" tone="ink-3">
          {o.staysInOvens}
        </Text.p>
      )}
    </Box>
  )
}

/** Deletes recipes. Ovens that have them lose them too, which requires the right to send recipes and the password. */
export function RemoveDialog({ ids, rows, isOpen, onClose, onDone }: Props) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const o = useWords(ovenText)
  const can = useCan()
  const remove = useSend(recipeApi.remove, { quiet: true })
  const restore = useSend(recipeApi.restore)
  const ovens = ovensOf(rows)
  const n = formatNumber(ids.length)
  const name = useOneName(rows)
  const removeAll = async (password?: string): Promise<void> => {
    await remove.mutateAsync(password === undefined ? { ids } : { ids, password })
    onDone()
    toastOffer(w.removed({ n }), {
      label: r.undo,
      run: () => void restore.mutateAsync({ ids }).then(() => toastDone(r.restored)),
    })
  }
  const shared = { title: w.removeTitle({ n, name }), isOpen, onClose, confirmLabel: r.remove, danger: true }
  const takesOff = <p>{o.removedFromOvens({ n: formatNumber(ovens) })}</p>
  if (ovens > 0 && can('recipe:send'))
    return (
      <PasswordPrompt {...shared} onConfirm={removeAll}>
        <p>{w.removeBody}</p>
        {takesOff}
      </PasswordPrompt>
    )
  return (
    <ConfirmAction
      {...shared}
      waitsFor={ovens > 0 ? o.mayNotTakeOff : undefined}
      // A password is asked for only above.
      onConfirm={async () => removeAll()}
    >
      <p>{w.removeBody}</p>
      {ovens === 0 ? null : (
        <>
          {takesOff}
          <Text.p size="xs" line="16" tone="ink-3">
            {o.mayNotTakeOff}
          </Text.p>
        </>
      )}
    </ConfirmAction>
  )
}
