import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { CustomerDraft, type CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { customerText as contractText } from '@brigade/contract/customer/customer.text.ts'
import { useLayoutEffect, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { useAreaSource } from '../../system/area-select.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { CascadeField } from '../../ui/field/cascade-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { CustomerClash } from './customer-clash.tsx'
import css from './customer-form.module.css'
import { nothingTyped, typedOf } from './customer-typed.ts'
import { customerFormText, customerText } from '../customer.text.ts'
import { ParentField, type Parent } from './parent-field.tsx'
import { useZoneWords } from '../use-zone-words.ts'

type Props = {
  /** What the edit starts from; of a new customer, the organisation it is offered to stand under. */
  from: { customer: CustomerDetail } | { parent: Parent | null }
}

/** The fields of a customer. Somebody else's change meanwhile is shown beside one's own, and nothing typed is lost. */
export function CustomerForm({ from }: Props) {
  const sheet = useSheet()
  const w = useWords(customerFormText)
  const c = useWords(customerText)
  const zones = useAreaSource()
  const zoneWords = useZoneWords()
  const add = useSend(customerApi.add, { quiet: true })
  const update = useSend(customerApi.update, { quiet: true })
  const [base, setBase] = useKept('customer base', 'customer' in from ? from.customer : null)
  const [clash, setClash] = useState<{ by: CallError; now: CustomerDetail } | null>(null)
  const [parent, setParent] = useKept<Parent | null>(
    'customer parent',
    'customer' in from ? from.customer.parent : from.parent,
  )

  const form = useContractForm({
    name: 'customer',
    schema: CustomerDraft,
    initial: base === null ? nothingTyped(parent?.id) : typedOf(base),
    words: contractText,
    async send(draft) {
      if (base === null) await add.mutateAsync(draft)
      else await change(base, draft)
      toastDone(base === null ? w.added(draft) : w.saved(draft))
      sheet.done()
    },
  })
  const change = async ({ id, updatedAt }: CustomerDetail, draft: CustomerDraft): Promise<void> => {
    try {
      await update.mutateAsync({ ...draft, id, updatedAt })
    } catch (error) {
      if (error instanceof CallError && error.key === 'customer.changedSince')
        setClash({ by: error, now: await call(customerApi.detail, { id }, { quiet: true }) })
      throw error
    }
  }
  const { setDirty } = sheet
  const { isDirty } = form
  const { province, city, region } = form.values
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])

  return (
    <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <CustomerClash
          {...clash}
          base={base}
          mine={form.values}
          parentName={(id) => (id === parent?.id ? (parent?.name ?? '') : '')}
          zoneName={zoneWords}
          onGoOn={(values) => {
            form.rebase(typedOf(clash.now), values)
            if (values.parentId === clash.now.parent?.id) setParent(clash.now.parent)
            setBase(clash.now)
            setClash(null)
          }}
        />
      )}
      <TextField label={c.name} required startsFocused autoComplete="off" {...form.text('name')} />
      {/* One's own organisation stands where its owner put it. */}
      {base !== null && base.parent === null ? null : (
        <ParentField
          parent={parent}
          onChange={(chosen) => {
            setParent(chosen)
            form.set('parentId', chosen.id)
          }}
          onBlur={() => form.leave('parentId')}
          error={form.errorOf('parentId')}
          hint={base === null || base.parent?.id === parent?.id ? w.parentHint : w.moveHint}
        />
      )}
      <div className={css.pair}>
        <TextField label={c.principal} autoComplete="off" {...form.text('principal')} />
        <TextField label={c.contact} autoComplete="off" hint={w.contactHint} {...form.text('contact')} />
      </div>
      <CascadeField
        label={c.zone}
        source={zones}
        value={[province, city, region].filter((code) => code !== '')}
        onChange={([first = '', second = '', third = '']) => {
          form.set('province', first)
          form.set('city', second)
          form.set('region', third)
        }}
        error={form.errorOf('region') ?? form.errorOf('city') ?? form.errorOf('province')}
      />
      <TextField label={c.address} autoComplete="off" hint={w.addressHint} {...form.text('address')} />
      <TextArea label={c.note} most={120} {...form.text('note')} />
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {base === null ? w.add : w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}
