import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useLayoutEffect, useMemo, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
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
  const [base, setBase] = useKept('device base', device)
  const [clash, setClash] = useState<{ by: CallError; now: DeviceDetail } | null>(null)
  const schema = useMemo(() => typedChange(base), [base])
  const form = useContractForm({
    name: 'device',
    schema,
    initial: typedOf(base),
    words: wordsOfFields,
    async send(change) {
      try {
        await update.mutateAsync(change)
      } catch (error) {
        if (error instanceof CallError && error.key === 'device.changedMeanwhile')
          setClash({ by: error, now: await call(deviceCalls[kind].detail, { id: change.id }, { quiet: true }) })
        throw error
      }
      toastDone(w.saved({ name: change.name }))
      sheet.done()
    },
  })
  const { setDirty } = sheet
  const { isDirty, values } = form
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])

  return (
    <form className={css.form} onSubmit={(event) => void sendAndShowWrong(event, form.submit)} noValidate>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <DeviceClash
          {...clash}
          base={base}
          mine={values}
          onGoOn={(merged) => {
            form.rebase(typedOf(clash.now), merged)
            setBase(clash.now)
            setClash(null)
          }}
        />
      )}
      <dl className={css.fixed}>
        <div>
          <dt>{w.sn}</dt>
          <dd>{base.sn}</dd>
        </div>
        <div>
          <dt>{w.product}</dt>
          <dd>{nameOf(base.product.name)}</dd>
        </div>
      </dl>
      <TextField label={w.name} required startsFocused autoComplete="off" {...form.text('name')} />
      <DescribedFields form={form} hasGateway={base.nodeType === 'sub-device'} />
      {values.isInstalled ? (
        <>
          <h3 className={css.section}>{w.installation}</h3>
          <dl className={css.fixed}>
            <div>
              <dt>{w.installedAt}</dt>
              <dd>
                {base.customer.name}
                <small>{w.byTransfer}</small>
              </dd>
            </div>
          </dl>
          <InstallFields form={form} isOrganisationFixed />
        </>
      ) : null}
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}
