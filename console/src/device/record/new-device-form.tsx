import { Sn, type DeviceCredentials } from '@brigade/contract/device/record/record.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { deviceText } from '@brigade/contract/device/device.text.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { recordText } from '@brigade/contract/device/record/record.text.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ComponentProps } from 'react'
import { useCan } from '../../platform/can.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { firstInstant, today } from '../../platform/time/days.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import { DescribedFields } from './described-fields.tsx'
import { nothingTyped, TypedDraft } from './device-typed.ts'
import { InstallFields } from './install-fields.tsx'
import { OrganisationField } from './organisation-field.tsx'
import { deviceFormText } from './record.text.ts'
import { sendAndShowWrong } from './show-wrong.ts'

export const wordsOfFields = { ...deviceText, ...recordText }

type Props = {
  kind: DeviceKind
  /** True proposes to install it at once. */
  installs: boolean
  onAdded: (credentials: DeviceCredentials) => void
}

/** Adds a device. An account that may install can do so at the same time. */
export function NewDeviceForm({ kind, installs, onAdded }: Props) {
  const sheet = useSheet()
  const w = useWords(deviceFormText)
  const can = useCan()
  const mayInstall = can(`${kind}:install`)
  const add = useSend(recordCalls[kind].add, { quiet: true })
  const initial = useMemo(() => nothingTyped(firstInstant(today()), installs && mayInstall), [installs, mayInstall])
  const form = useContractForm({
    name: 'device new',
    schema: TypedDraft,
    initial,
    words: wordsOfFields,
    async send(draft) {
      const credentials = await add.mutateAsync(draft)
      sheet.done()
      onAdded(credentials)
    },
  })
  const { values } = form
  useDirty(form.isDirty)

  return (
    <SheetForm onSubmit={(event) => sendAndShowWrong(event, form.submit)} isBusy={form.isBusy} verb={w.add}>
      <RefusedNote message={form.refused} />
      <Grid gap="0 16" columns="2">
        <SnField kind={kind} text={form.text('sn')} />
        <TextField label={w.name} required autoComplete="off" {...form.text('name')} />
      </Grid>
      <ProductChoice
        kind={kind}
        value={values.productId ?? null}
        onChange={(chosen) => form.set('productId', chosen ?? undefined)}
        onBlur={() => form.leave('productId')}
        error={form.errorOf('productId')}
      />
      <TextField
        label={w.secret}
        hint={w.secretHint}
        placeholder={w.secretMade}
        autoComplete="off"
        {...form.text('deviceSecret')}
      />
      <DescribedFields form={form} hasGateway />
      {values.isInstalled ? null : (
        <OrganisationField
          label={w.organisation}
          hint={w.organisationHint}
          placeholder={w.ownOrganisation}
          value={values.organisationId}
          onChange={(id) => form.set('organisationId', id)}
          error={form.errorOf('organisationId')}
        />
      )}
      {mayInstall ? (
        <Stack gap="4" margin="8 0 12" paddingTop="16" weight="550" borderTop>
          <Checkbox checked={values.isInstalled} onChange={(isOn) => form.set('isInstalled', isOn)}>
            {w.installNow}
          </Checkbox>
          {values.isInstalled ? null : (
            <Text.small paddingLeft="24" weight="400" size="xs" line="16" tone="ink-3">
              {w.installNowHint}
            </Text.small>
          )}
        </Stack>
      ) : null}
      {values.isInstalled ? <InstallFields form={form} /> : null}
    </SheetForm>
  )
}

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'>

/** Warns of a device whose serial number differs only in case: it is another device, and perhaps was not meant. */
function SnField({ kind, text }: { kind: DeviceKind; text: TextProps }) {
  const w = useWords(deviceFormText)
  const [left, setLeft] = useState('')
  const search = { keyword: left, pageSize: 10 } as const
  const enabled = Sn.safeParse(left).success
  const { data: installed } = useQuery({ ...ask(deviceCalls[kind].list, search, { quiet: true }), enabled })
  const { data: stock } = useQuery({ ...ask(deviceCalls[kind].uninstalled, search, { quiet: true }), enabled })
  const alike = [...(installed?.list ?? []), ...(stock?.list ?? [])].find(
    ({ sn }) => sn !== text.value && sn.toLowerCase() === text.value.toLowerCase(),
  )
  return (
    <TextField
      label={w.sn}
      required
      startsFocused
      autoComplete="off"
      {...text}
      hint={alike === undefined ? w.snHint : w.snAlike({ sn: alike.sn })}
      onBlur={(event) => {
        setLeft(event.currentTarget.value.trim())
        text.onBlur?.(event)
      }}
    />
  )
}

type ProductProps = Pick<ComponentProps<typeof SelectField>, 'value' | 'onChange' | 'onBlur' | 'error'> & {
  kind: DeviceKind
}

function ProductChoice({ kind, ...field }: ProductProps) {
  const w = useWords(deviceFormText)
  const nameOf = useNameOf()
  const { data: tree } = useQuery(ask(productApi.select, { kind }, { quiet: true }))
  const products = (tree ?? [])
    .filter(({ products: models }) => models.length > 0)
    .map(({ name, products: models }) => ({
      group: nameOf(name),
      items: models.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  return (
    <SelectField
      label={w.product}
      required
      searchable
      options={products}
      hint={tree !== undefined && products.length === 0 ? w.noProduct : undefined}
      {...field}
    />
  )
}
