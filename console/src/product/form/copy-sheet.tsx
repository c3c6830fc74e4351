import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { productText as contractText } from '@brigade/contract/product/product.text.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { productFormText } from './form.text.ts'
import { IdentityFields } from './identity-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { CopyFields } from './product-typed.ts'
import { namesTyped } from './typed-names.ts'

type Copied = Pick<ProductRow, 'id' | 'name'>
type Props = { of: Copied | null; onClose: () => void; onMade: (id: string) => void }

/** Copies a model: the form asks for its new names, and for the source. */
export function CopySheet({ of, onClose, onMade }: Props) {
  const w = useWords(productFormText)
  const nameOf = useNameOf()
  const last = useLast(of)
  return (
    <FormSheet
      title={last === null ? '' : w.copyTitle({ name: nameOf(last.name) })}
      isOpen={of !== null}
      onClose={onClose}
      width={560}
    >
      {last === null ? null : <CopyForm of={last} onMade={onMade} />}
    </FormSheet>
  )
}

function CopyForm({ of, onMade }: { of: Copied; onMade: (id: string) => void }) {
  const sheet = useSheet()
  const w = useWords(productFormText)
  const nameOf = useNameOf()
  const copy = useSend(productApi.copy, { quiet: true })
  const form = useContractForm({
    name: 'product copy',
    schema: CopyFields,
    initial: { 'name.en': '', 'name.zh': '', productKey: '', productSecret: '', copyOf: of.id },
    words: contractText,
    async send({ 'name.en': en, 'name.zh': zh, copyOf, ...identity }) {
      const name = namesTyped({ 'name.en': en, 'name.zh': zh })
      const { id } = await copy.mutateAsync({ id: copyOf, name, ...identity })
      toastDone(w.added({ name: nameOf(name) }))
      sheet.done()
      onMade(id)
    },
  })
  useDirty(form.isDirty)
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={w.copy}>
      <RefusedNote message={form.refused} />
      <Text.p marginBottom="16" tone="ink-2">
        {w.copyAbout}
      </Text.p>
      <NameFields text={form.text} />
      <IdentityFields text={form.text} />
    </SheetForm>
  )
}
