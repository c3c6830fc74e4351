import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import {
  FirmwareVersionChange,
  type FirmwareVersionDetail,
  type FirmwareVersionRow,
} from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { firmwareText as contractText } from '@brigade/contract/firmware/firmware.text.ts'
import { isComparable } from '@brigade/contract/firmware/version.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useEdited } from '../../ui/form/use-edited.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { firmwareText } from '../firmware.text.ts'
import { ModuleName } from '../module-name.tsx'
import { versionFormText } from './version.text.ts'

/**
 * Edits alias and notes, and the reported number until a task with the version was approved. The form always starts
 * from the server's present state.
 */
export function VersionEditForm({ version: { id } }: { version: FirmwareVersionRow }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(firmwareApi.version, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <div aria-busy="true" />
  return <Form version={data} />
}

const Fields = FirmwareVersionChange.pick({ alias: true, notes: true, reportedAs: true })
type Typed = { alias: string; notes: string; reportedAs: string }
const typedOf = ({ alias, notes, reportedAs }: FirmwareVersionRow): Typed => ({ alias, notes, reportedAs })

function Form({ version }: { version: FirmwareVersionDetail }) {
  const sheet = useSheet()
  const w = useWords(versionFormText)
  const f = useWords(firmwareText)
  const update = useSend(firmwareApi.updateVersion, { quiet: true })
  const { base, clash, during, goOn } = useEdited({
    name: 'firmware version edit',
    from: version,
    changed: ['firmware.changedSince'],
    read: (id) => call(firmwareApi.version, { id }, { quiet: true }),
  })
  const form = useContractForm({
    name: 'firmware version edit',
    schema: Fields,
    initial: typedOf(base),
    words: contractText,
    async send(typed) {
      const { id, updatedAt } = base
      await during(id, () => update.mutateAsync({ ...typed, id, updatedAt }))
      toastDone(w.saved({ name: base.number }))
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const isOdd = form.values.reportedAs.trim() !== '' && !isComparable(form.values.reportedAs)
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={f.save}>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <FieldClash
          by={clash.by}
          base={typedOf(base)}
          mine={form.values}
          theirs={typedOf(clash.now)}
          labels={{ alias: f.alias, notes: f.notes, reportedAs: w.reportedAs }}
          shown={(name, values) => values[name]}
          onGoOn={(values) => goOn((now) => form.rebase(typedOf(now), values))}
        />
      )}
      <Box paddingBottom="16">
        <FactList
          facts={[
            { key: 'number', label: f.version, value: base.number },
            { key: 'model', label: f.model, value: base.model.name },
            { key: 'module', label: f.module, value: <ModuleName module={base.module} /> },
          ]}
        />
      </Box>
      <TextField label={f.alias} autoComplete="off" startsFocused {...form.text('alias')} />
      <TextField
        label={w.reportedAs}
        autoComplete="off"
        disabled={base.wasApproved}
        maxLength={firmwareLimits.reportedAs}
        hint={base.wasApproved ? w.reportedFixed : isOdd ? w.notComparable : w.reportedHint}
        {...form.text('reportedAs')}
      />
      <TextArea label={f.notes} rows={3} most={firmwareLimits.note} {...form.text('notes')} />
    </SheetForm>
  )
}
