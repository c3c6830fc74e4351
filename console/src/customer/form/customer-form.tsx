import type { CarriedModels } from '@brigade/contract/customer/carried.model.ts'
import { CustomerDraft, type CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { customerText as contractText } from '@brigade/contract/customer/customer.text.ts'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { useAreaSource, useZoneWords } from '../../system/area-select.tsx'
import { TimeZoneSelect } from '../../system/time-zone-select.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { CarriedField } from './carried-field.tsx'
import { CustomerClash } from './customer-clash.tsx'
import { isSameList, nothingTyped, typedOf, type Typed } from './customer-typed.ts'
import { useEdited } from '../../ui/form/use-edited.ts'
import { customerFormText, customerText } from '../customer.text.ts'
import { useKeptKind, useKindCalls } from '../kept-kind.ts'
import { MoveNote } from './move-note.tsx'
import { OrganisationSelect } from '../organisation-select.tsx'
import { Grid } from '../../ui/layout/layout.tsx'

type Parent = { id: string; name: string; kind: OrganisationKind }

type Props = {
  /** The customer to edit, or the proposed parent of a new one. */
  from: { customer: CustomerDetail; carried: CarriedModels | null } | { parent: Parent | null }
}

/** Holds the typed fields and sends them. Another person's change becomes a clash, and nothing typed is lost. */
function useCustomerForm(from: Props['from']) {
  const sheet = useSheet()
  const kind = useKeptKind()
  const calls = useKindCalls()
  const w = useWords(customerFormText[kind])
  const add = useSend(calls.add, { quiet: true })
  const update = useSend(calls.update, { quiet: true })
  const { base, clash, during, goOn } = useEdited({
    name: kind,
    from: 'customer' in from ? from.customer : null,
    changed: ['customer.changedSince', 'customer.sellerChangedSince'],
    read: (id) => call(calls.detail, { id }, { quiet: true }),
  })
  const [parent, setParent] = useKept<Parent | null>(
    `${kind} parent`,
    'customer' in from ? from.customer.parent : from.parent,
  )

  const carried = 'customer' in from ? from.carried : null

  const form = useContractForm({
    name: kind,
    schema: CustomerDraft,
    initial: base === null ? nothingTyped(parent?.id, kind !== 'customer') : typedOf(base, carried),
    words: contractText,
    async send({ productIds, sellOffDate, ...fields }) {
      const isKept =
        kind === 'customer' || (base === null ? productIds === null : isSameList(productIds, carried?.productIds))
      const draft = isKept ? fields : { ...fields, productIds, sellOffDate }
      if (base === null) await add.mutateAsync(draft)
      else {
        const { id, updatedAt } = base
        await during(id, () => update.mutateAsync({ ...draft, id, updatedAt }))
      }
      toastDone(base === null ? w.added(draft) : w.saved(draft))
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return {
    form,
    base,
    carried,
    clash,
    parent: {
      value: parent,
      choose: (chosen: Parent): void => {
        setParent(chosen)
        form.set('parentId', chosen.id)
      },
    },
    goOn: (values: Typed): void =>
      goOn((now) => {
        form.rebase(typedOf(now, carried), values)
        if (values.parentId === now.parent?.id) setParent(now.parent)
      }),
  }
}

/** The fields of a customer. Another person's change is shown beside one's own. */
export function CustomerForm({ from }: Props) {
  const kind = useKeptKind()
  const w = useWords(customerFormText[kind])
  const c = useWords(customerText[kind])
  const zones = useAreaSource()
  const zoneWords = useZoneWords()
  const { form, base, carried, clash, parent, goOn } = useCustomerForm(from)
  const { province, city, region } = form.values

  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={base === null ? w.add : w.save}>
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <CustomerClash
          {...clash}
          base={base}
          mine={form.values}
          parentName={(id) => (id === parent.value?.id ? (parent.value?.name ?? '') : '')}
          zoneName={zoneWords}
          onGoOn={goOn}
        />
      )}
      <TextField label={c.name} required startsFocused autoComplete="off" {...form.text('name')} />
      {/* Nobody moves the own organisation. */}
      {base !== null && base.parent === null ? null : (
        <OrganisationSelect
          label={c.parent}
          holds={kind}
          chosen={parent.value}
          onChange={parent.choose}
          onBlur={() => form.leave('parentId')}
          error={form.errorOf('parentId')}
          hint={base === null || base.parent?.id === parent.value?.id ? w.parentHint : w.moveHint}
        />
      )}
      {base !== null && parent.value !== null && parent.value.id !== base.parent?.id ? (
        <MoveNote id={base.id} parentId={parent.value.id} />
      ) : null}
      <TextField label={c.code} autoComplete="off" {...form.text('code')} />
      <Grid gap="0 16" columns="halves">
        <TextField label={c.principal} autoComplete="off" {...form.text('principal')} />
        <TextField label={c.contact} autoComplete="off" hint={w.contactHint} {...form.text('contact')} />
      </Grid>
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
      <ZoneAndModels form={form} carried={carried} parentId={parent.value?.id} />
      <TextArea label={c.note} most={120} {...form.text('note')} />
    </SheetForm>
  )
}

type PartProps = Pick<ReturnType<typeof useCustomerForm>, 'form' | 'carried'> & { parentId: string | undefined }

/** The time zone, and the models that a seller carries. */
function ZoneAndModels({ form, carried, parentId }: PartProps) {
  const kind = useKeptKind()
  const w = useWords(customerFormText[kind])
  const c = useWords(customerText[kind])
  const { productIds, sellOffDate } = form.values
  return (
    <>
      <TimeZoneSelect
        label={c.timeZone}
        hint={w.timeZoneHint}
        placeholder={w.installationZone}
        value={form.values.timeZone === '' ? null : form.values.timeZone}
        onChange={(zone) => form.set('timeZone', zone ?? '')}
        onBlur={() => form.leave('timeZone')}
        error={form.errorOf('timeZone')}
      />
      {kind === 'customer' || productIds === undefined ? null : (
        <CarriedField
          kind={kind}
          parentId={parentId}
          before={carried}
          productIds={productIds}
          sellOffDate={sellOffDate}
          onChoose={(ids) => form.set('productIds', ids)}
          onDay={(day) => form.set('sellOffDate', day)}
          onDayLeft={() => form.leave('sellOffDate')}
          error={form.errorOf('productIds')}
          dayError={form.errorOf('sellOffDate')}
        />
      )}
    </>
  )
}
