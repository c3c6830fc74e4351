import { use, useId, type FormEvent, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { DialogHead } from '../dialog/dialog.tsx'
import { Modal } from '../kit/modal.tsx'
import { Box, Grid, Row, Stack } from '../layout/layout.tsx'
import { ListSheet } from '../list-page/list-sheet.tsx'
import { uiText } from '../ui.text.ts'
import css from './filter-sheet.module.css'

type Props = {
  onClose: () => void
  onReset: () => void
  onSubmit: (event: FormEvent) => void
  /** Handles the keys of input methods. */
  typing: { onCompositionStart: () => void; onCompositionEnd: () => void }
  children: ReactNode
}

/** The filters of a list on a phone, with the order of its rows and how many they find: each choice applies at once. */
export function FilterSheet({ onClose, onReset, onSubmit, typing, children }: Props) {
  const w = useWords(uiText)
  const id = useId()
  const setPlace = use(ListSheet)?.setPlace
  const submit = (event: FormEvent): void => {
    onSubmit(event)
    onClose()
  }
  return (
    <Modal titleId={id} onEscape={onClose} onPressOutside={onClose} width={600} room={css.room} className={css.sheet}>
      <DialogHead id={id} title={w.filters} onClose={onClose} />
      <Box.form padding="16 16 0" aria-labelledby={id} onSubmit={submit} {...typing}>
        <Stack gap="12">{children}</Stack>
        <div className={css.foot}>
          <Grid columns="main-side" gap="16" align="end" ref={setPlace} />
          <Row gap="8" justify="end">
            <Button look="quiet" icon="refresh" onClick={onReset}>
              {w.reset}
            </Button>
            <Button look="primary" type="submit">
              {w.done}
            </Button>
          </Row>
        </div>
      </Box.form>
    </Modal>
  )
}
