import { useState, type ReactNode } from 'react'
import { CallError } from '../platform/call-error.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog/dialog.tsx'
import { RefusedNote } from '../ui/dialog/refused-note.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { FileDrop } from '../ui/table-import/file-drop.tsx'
import { uiText } from '../ui/ui.text.ts'
import { importText } from './recipe.text.ts'

type Props<Read> = Readonly<{
  title: string
  width: number
  isOpen: boolean
  onClose: () => void
  intro: string
  /** Shown while the file is read. */
  reading: string
  /** Limits of the file, in words. */
  limit: string
  maxBytes: number
  endings: readonly string[]
  apply: string
  /** The reason why the file cannot be applied. */
  disabledReason?: (read: Read) => string | undefined
  send: (file: File, options: { dryRun: boolean }) => Promise<Read>
  onApplied: (read: Read) => Promise<void> | void
  /** Shows what the file would change. */
  children: (read: Read) => ReactNode
}>

type State<Read> = Readonly<{ file: File | null; read: Read | null; refused: CallError | null; isBusy: boolean }>
const atStart = { file: null, read: null, refused: null, isBusy: false }

/** A file in two steps: it is checked with its effects, then they are applied. */
export function ImportDialog<Read>(props: Props<Read>) {
  const { title, width, isOpen, onClose, send, onApplied } = props
  const w = useWords(importText)
  const u = useWords(uiText)
  const [state, setState] = useState<State<Read>>(atStart)
  const close = (): void => {
    setState(atStart)
    onClose()
  }
  const run = async (file: File, dryRun: boolean): Promise<void> => {
    setState({ ...atStart, file, read: dryRun ? null : state.read, isBusy: true })
    try {
      const read = await send(file, { dryRun })
      if (dryRun) return setState({ ...atStart, file, read })
      await onApplied(read)
      close()
    } catch (error) {
      const refused = error instanceof CallError ? error : null
      // The checked file stays, so that it can be applied again.
      setState({ ...(dryRun ? atStart : state), refused, isBusy: false })
      if (refused === null) throw error
    }
  }
  const { file, read, refused, isBusy } = state
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} width={width}>
      {read === null ? (
        <Chooser {...props} state={state} onFile={(chosen) => void run(chosen, true)} />
      ) : (
        <Stack gap="12">
          <RefusedNote message={refused} />
          {props.children(read)}
        </Stack>
      )}
      <DialogFoot>
        <Button onClick={close}>{u.cancel}</Button>
        {read === null || file === null ? null : (
          <>
            <Button onClick={() => setState(atStart)}>{w.another}</Button>
            <Button
              look="primary"
              busy={isBusy}
              disabledReason={props.disabledReason?.(read)}
              onClick={() => void run(file, false)}
            >
              {props.apply}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

type ChooserProps = Pick<Props<unknown>, 'intro' | 'reading' | 'limit' | 'maxBytes' | 'endings'> &
  Readonly<{ state: Pick<State<unknown>, 'isBusy' | 'refused'>; onFile: (file: File) => void }>

function Chooser({ intro, reading, limit, maxBytes, endings, state, onFile }: ChooserProps) {
  const locale = useLocale()
  return (
    <Stack gap="12">
      <p>{intro}</p>
      {state.isBusy ? (
        <p role="status">{reading}</p>
      ) : (
        <FileDrop
          endings={endings}
          maxBytes={maxBytes}
          hint={limit}
          refused={state.refused?.messageIn(locale) ?? null}
          onFile={onFile}
        />
      )}
    </Stack>
  )
}
