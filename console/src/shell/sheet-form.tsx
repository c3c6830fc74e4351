import { useLayoutEffect, type FormEvent, type ReactNode } from 'react'
import { useWords } from '../platform/locale.ts'
import { Button } from '../ui/button/button.tsx'
import { DialogFoot } from '../ui/dialog/dialog.tsx'
import { Box } from '../ui/layout/layout.tsx'
import { uiText } from '../ui/ui.text.ts'
import { useSheet } from './sheet.ts'

/** Reports to the sheet whether something is unsaved. */
export function useDirty(isDirty: boolean): void {
  const { setDirty } = useSheet()
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
}

type Props = {
  className?: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  isBusy: boolean
  /** The submit button shows this verb. */
  verb: string
  children: ReactNode
}

/** A form in a sheet, with its buttons at the sheet's foot. */
export function SheetForm({ className, onSubmit, isBusy, verb, children }: Props) {
  const sheet = useSheet()
  const w = useWords(uiText)
  return (
    <Box.form gap="4" className={className} onSubmit={(event) => void onSubmit(event)} noValidate>
      {children}
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {verb}
        </Button>
      </DialogFoot>
    </Box.form>
  )
}
