import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo, type ReactNode } from 'react'
import { call } from '../../platform/call.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useEdited } from '../../ui/form/use-edited.ts'
import { Grid, Text } from '../../ui/layout/layout.tsx'
import { DescribedFields } from './described-fields.tsx'
import { DeviceClash } from './device-clash.tsx'
import { typedChange, typedOf } from './device-typed.ts'
import { InstallFields } from './install-fields.tsx'
import { wordsOfFields } from './new-device-form.tsx'
import css from './record.module.css'
import { deviceFormText } from './record.text.ts'
import { sendAndShowWrong } from './show-wrong.ts'

type Props = { kind: DeviceKind; device: DeviceDetail }

/** The form edits a device. A transfer changes the organisation of a device, and an uninstallation ends its installation. */
export function EditDeviceForm({ kind, device }: Props) {
  const sheet = useSheet()
  const w = useWords(deviceFormText)
  const nameOf = useNameOf()
  const update = useSend(recordCalls[kind].update, { quiet: true })
  const { base, clash, during, goOn } = useEdited({
    name: 'device',
    from: device,
    changed: ['device.changedMeanwhile'],
    read: (id) => call(deviceCalls[kind].detail, { id }, { quiet: true }),
  })
  const schema = useMemo(() => typedChange(base), [base])
  const form = useContractForm({
    name: 'device',
    schema,
    initial: typedOf(base),
    words: wordsOfFields,
    async send(change) {
      await during(change.id, () => update.mutateAsync(change))
      toastDone(w.saved({ name: change.name }))
      sheet.done()
    },
  })
  const { values } = form
  useDirty(form.isDirty)

  return (
    <SheetForm onSubmit={(event) => sendAndShowWrong(event, form.submit)} isBusy={form.isBusy} verb={w.save}>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <DeviceClash
          {...clash}
          base={base}
          mine={values}
          onGoOn={(merged) => goOn((now) => form.rebase(typedOf(now), merged))}
        />
      )}
      <Grid.dl gap="0 16" columns="2" marginBottom="16">
        <Fixed label={w.sn}>{base.sn}</Fixed>
        <Fixed label={w.product}>{nameOf(base.product.name)}</Fixed>
      </Grid.dl>
      <TextField label={w.name} required startsFocused autoComplete="off" {...form.text('name')} />
      <DescribedFields form={form} hasGateway={base.nodeType === 'sub-device'} />
      {values.isInstalled ? (
        <>
          <Text.h3 margin="8 0 12" paddingTop="16" size="m" line="24" weight="600" borderTop className={css.section}>
            {w.installation}
          </Text.h3>
          <Grid.dl gap="0 16" columns="2" marginBottom="16">
            <Fixed label={w.installedAt}>
              {base.customer.name}
              <Text.small size="xs" line="16" tone="ink-3" block>
                {w.byTransfer}
              </Text.small>
            </Fixed>
          </Grid.dl>
          <InstallFields form={form} isOrganisationFixed />
        </>
      ) : null}
    </SheetForm>
  )
}

/** A value that the form shows but does not change. */
function Fixed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text.dt size="xs" line="16" tone="ink-3">
        {label}
      </Text.dt>
      <Text.dd marginTop="4" anywhere>
        {children}
      </Text.dd>
    </div>
  )
}
