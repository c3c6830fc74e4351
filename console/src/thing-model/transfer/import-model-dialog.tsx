import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { ModelImported } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { staleAfterModel } from '../stale-after-model.ts'
import { ImportChecked } from './import-checked.tsx'
import { ImportSource, type Given } from './import-source.tsx'
import { importText } from './transfer.text.ts'

type Props = { product: ProductDetail; open: boolean; onClose: () => void }

type State =
  | Readonly<{ phase: 'choose'; refused: CallError | null }>
  | Readonly<{ phase: 'checking' }>
  | Readonly<{ phase: 'checked'; checked: ModelImported }>

/** Imports a thing model into the draft: a file or pasted text is checked first, and shown with its changes. */
export function ImportModelDialog({ product, open, onClose }: Props) {
  const w = useWords(importText)
  const client = useQueryClient()
  const [state, setState] = useState<State>({ phase: 'choose', refused: null })
  const [given, setGiven] = useState<Given | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Pasted text remains while the person corrects it; closing the dialog clears it.
  const [pasted, setPasted] = useKept(open ? 'pasted model' : null, '')
  useUnsaved(open && pasted !== '')

  const send = ({ file, name }: Given, dryRun: boolean): Promise<ModelImported> =>
    upload(thingModelApi.import, file, { productId: product.id, dryRun }, { quiet: true, name })
  const refused = (error: unknown): void =>
    setState({ phase: 'choose', refused: error instanceof CallError ? error : null })
  const check = async (chosen: Given): Promise<void> => {
    setGiven(chosen)
    setState({ phase: 'checking' })
    try {
      setState({ phase: 'checked', checked: await send(chosen, true) })
    } catch (error) {
      refused(error)
    }
  }
  const close = (): void => {
    setState({ phase: 'choose', refused: null })
    setPasted('')
    onClose()
  }
  const apply = async (): Promise<void> => {
    if (given === null || isBusy) return
    setBusy(true)
    try {
      const { changes } = await send(given, false)
      toastDone(w.done({ count: changes.length }))
      close()
      await staleAfterModel(client)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={w.title} isOpen={open} onClose={close} width={760}>
      {state.phase === 'checked' ? (
        <ImportChecked
          checked={state.checked}
          name={given?.name ?? ''}
          isBusy={isBusy}
          onApply={() => void apply()}
          onAnother={() => setState({ phase: 'choose', refused: null })}
          onClose={close}
        />
      ) : (
        <ImportSource
          isChecking={state.phase === 'checking'}
          refused={state.phase === 'choose' ? state.refused : null}
          pasted={pasted}
          onPaste={setPasted}
          onGiven={(chosen) => void check(chosen)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
