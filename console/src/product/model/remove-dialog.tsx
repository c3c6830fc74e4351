import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { modelActionText, modelText } from '../model.text.ts'

/** An action on a model needs only these fields. */
export type Target = Pick<ProductRow, 'id' | 'name' | 'productKey' | 'devices'>

type Props = { product: Target | null; onClose: () => void; onRemoved: () => void }

/** The dialog asks for the key of the model, because deleting removes all data of the model. */
export function RemoveDialog({ product, onClose, onRemoved }: Props) {
  const w = useWords(modelActionText)
  const nameOf = useNameOf()
  const last = useLast(product)
  return (
    <Dialog
      title={last === null ? '' : w.removeTitle({ name: nameOf(last.name) })}
      isOpen={product !== null}
      onClose={onClose}
      width={440}
    >
      {last === null ? null : <Body key={last.id} product={last} onClose={onClose} onRemoved={onRemoved} />}
    </Dialog>
  )
}

function Body({ product, onClose, onRemoved }: Props & { product: Target }) {
  const w = useWords(modelActionText)
  const m = useWords(modelText)
  const locale = useLocale()
  const nameOf = useNameOf()
  const { mutateAsync: remove, isPending } = useSend(productApi.remove, { quiet: true })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const isAtField = refused instanceof CallError && refused.key === 'product.keyMismatch'
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    try {
      await remove({ id: product.id, productKey: typed.trim() })
      toastDone(w.removed({ name: nameOf(product.name) }))
      onClose()
      onRemoved()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Text.p marginBottom="16" tone="ink-2">
        {w.removeBody}
      </Text.p>
      <RefusedNote message={isAtField ? null : refused} />
      <TextField
        label={w.typeKey({ key: product.productKey })}
        required
        startsFocused
        autoComplete="off"
        value={typed}
        error={isAtField ? refused.messageIn(locale) : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          if (isAtField) setRefused(null)
        }}
      />
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="dangerous" busy={isPending}>
          {m.remove}
        </Button>
      </DialogFoot>
    </form>
  )
}
