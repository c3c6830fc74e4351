import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { TargetSaving } from '@brigade/contract/statistics/statistics.model.ts'
import { useState } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { statisticsText } from '../statistics.text.ts'
import { unitWords } from './figure-format.ts'

type Props = { figureKey: FigureKey; target: number | null; onClose: () => void }

/** Sets the organisation's target for a figure; an empty field removes it. */
export function TargetDialog({ figureKey, target, onClose }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const save = useSend(statisticsApi.saveTarget, { quiet: true })
  const [typed, setTyped] = useState(target === null ? '' : String(target))
  const [isWrong, setWrong] = useState(false)
  const { name, unit } = figures[figureKey]
  const send = (): void => {
    const value = typed.trim() === '' ? null : Number(typed)
    const body = TargetSaving.safeParse({ figure: figureKey, value, from: target })
    setWrong(!body.success)
    if (!body.success) return
    save.mutate(body.data, {
      onSuccess: () => {
        toastDone(value === null ? w.targetGone : w.targetSaved)
        onClose()
      },
    })
  }
  const unitWord = nameOf(unitWords(unit))
  const label = unitWord === '' ? w.target : `${w.target} (${unitWord})`
  return (
    <Dialog title={nameOf(name)} isOpen onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <RefusedNote message={save.error?.message ?? null} />
        <TextField
          label={label}
          hint={w.targetHint}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed}
          error={isWrong ? w.targetWrong : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogFoot>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {w.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
