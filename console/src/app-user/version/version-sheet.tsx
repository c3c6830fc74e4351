import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import {
  appTypes,
  appUserLimits,
  AppVersionDraft,
  type AppVersionRow,
} from '@brigade/contract/app-user/app-user.model.ts'
import { appUserText as serverText } from '@brigade/contract/app-user/app-user.text.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { CalendarDayField } from '../../ui/field/calendar-day-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useLast } from '../../ui/dialog/use-last.ts'
import { appUserText, appVersionText } from '../app-user.text.ts'

/** `of`: null for a version that nobody has used yet. */
export type EditingVersion = Readonly<{ of: AppVersionRow | null }>

type Props = { editing: EditingVersion | null; onClose: () => void }

/** The form for the release date of a version and its notes. */
export function VersionSheet({ editing, onClose }: Props) {
  const w = useWords(appVersionText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet title={of === null ? w.add : w.editTitle} isOpen={editing !== null} onClose={onClose} width={520}>
      {last === null ? null : <VersionForm key={of === null ? '' : `${of.type} ${of.version}`} of={of} />}
    </FormSheet>
  )
}

function VersionForm({ of }: { of: AppVersionRow | null }) {
  const sheet = useSheet()
  const a = useWords(appUserText)
  const types = useWords(appTypeWords)
  const w = useWords(appVersionText)
  const save = useSend(appUserApi.saveVersion, { quiet: true })
  const form = useContractForm({
    name: 'app version',
    schema: AppVersionDraft,
    initial: {
      type: of?.type ?? appTypes[0],
      version: of?.version ?? '',
      releasedOn: of?.releasedOn ?? null,
      notes: of?.notes ?? { en: '', zh: '' },
    },
    words: serverText,
    async send(draft) {
      await save.mutateAsync(draft)
      toastDone(w.saved)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { values, put, text } = form
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={w.save}>
      <RefusedNote message={form.refused} />
      <SelectField
        label={a.app}
        required
        disabled={of !== null}
        value={values.type}
        options={appTypes.map((type) => ({ value: type, label: types[type] }))}
        onChange={(value) => put({ type: appTypes.find((type) => type === value) ?? appTypes[0] })}
      />
      <TextField
        label={a.version}
        required
        disabled={of !== null}
        maxLength={appUserLimits.version}
        autoComplete="off"
        {...text('version')}
      />
      <CalendarDayField
        label={w.releasedOn}
        hint={w.releasedHint}
        value={values.releasedOn}
        onChange={(releasedOn) => put({ releasedOn })}
        onBlur={() => undefined}
      />
      <TextArea
        label={w.notesEn}
        most={appUserLimits.notes}
        value={values.notes.en}
        onChange={(event) => put({ notes: { ...values.notes, en: event.currentTarget.value } })}
      />
      <TextArea
        label={w.notesZh}
        most={appUserLimits.notes}
        value={values.notes.zh}
        onChange={(event) => put({ notes: { ...values.notes, zh: event.currentTarget.value } })}
      />
    </SheetForm>
  )
}
