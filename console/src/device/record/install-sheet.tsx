import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { firstInstant, today } from '../../platform/time/days.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { installNothingTyped, typedInstalling } from './device-typed.ts'
import { InstallFields } from './install-fields.tsx'
import { wordsOfFields } from './new-device-form.tsx'
import { installText } from './record.text.ts'
import { sendAndShowWrong } from './show-wrong.ts'
import { useNamed, type Target } from './target.ts'

type Props = { kind: DeviceKind; targets: readonly Target[]; onClose: () => void; onDone: () => void }

/** Installs one registered device, or several at the same place. */
export function InstallSheet({ targets, onClose, ...form }: Props) {
  const w = useWords(installText)
  return (
    <FormSheet title={w.title({ count: targets.length })} isOpen={targets.length > 0} onClose={onClose} width={560}>
      {targets.length === 0 ? null : <InstallForm targets={targets} {...form} />}
    </FormSheet>
  )
}

function InstallForm({ kind, targets, onDone }: Omit<Props, 'onClose'>) {
  const sheet = useSheet()
  const w = useWords(installText)
  const named = useNamed()
  const install = useSend(recordCalls[kind].install, { quiet: true })
  const schema = useMemo(() => typedInstalling(targets.map(({ id }) => id)), [targets])
  const initial = useMemo(() => installNothingTyped(firstInstant(today())), [])
  const form = useContractForm({
    name: 'device install',
    schema,
    initial,
    words: wordsOfFields,
    async send(installing) {
      await install.mutateAsync(installing)
      toastDone(w.installed({ count: targets.length, name: targets[0]?.sn ?? '' }))
      onDone()
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return (
    <SheetForm onSubmit={(event) => sendAndShowWrong(event, form.submit)} isBusy={form.isBusy} verb={w.install}>
      <Text.p marginBottom="16" tone="ink-2">
        {w.about({ names: named(targets) })}
      </Text.p>
      <RefusedNote message={form.refused} />
      <InstallFields form={form} />
    </SheetForm>
  )
}
