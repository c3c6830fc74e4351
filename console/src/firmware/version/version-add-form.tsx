import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import {
  FirmwareVersionDraft,
  defaultModule,
  modulesOf,
  type FirmwareModelDetail,
} from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { firmwareText as contractText } from '@brigade/contract/firmware/firmware.text.ts'
import { isComparable } from '@brigade/contract/firmware/version.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import { firmwareModelSource } from '../firmware-select.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { useModuleName } from '../module-name.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { FirmwareFileField, type StoredFile } from './firmware-file-field.tsx'
import { versionFormText } from './version.text.ts'

type Typed = {
  modelId: string
  module: string
  number: string
  reportedAs: string
  alias: string
  notes: string
  fileId: string
  /** The facts of the file that are shown; the server knows it by its id. */
  file: StoredFile | null
}
const nothingTyped: Typed = {
  modelId: '',
  module: defaultModule,
  number: '',
  reportedAs: '',
  alias: '',
  notes: '',
  fileId: '',
  file: null,
}

/** Adds a version. If the module already has one, the refusal offers a button that replaces it. */
export function VersionAddForm({ modelId }: { modelId: string | null }) {
  const sheet = useSheet()
  const w = useWords(versionFormText)
  const f = useWords(firmwareText)
  const [isSending, setSending] = useState(false)
  const { form, model, inTheWay, replace, dismiss } = useAddForm(modelId, sheet.done)
  useDirty(form.isDirty || isSending)
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy || isSending} verb={w.add}>
      {inTheWay === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <Replacement by={inTheWay} model={model} typed={form.values} onReplace={replace} onClose={dismiss} />
      )}
      <DeliveryNote />
      <ModelFields form={form} model={model} />
      <FirmwareFileField
        file={form.values.file}
        error={form.errorOf('fileId')}
        onBusy={setSending}
        onChange={(file) => form.put({ file, fileId: file?.id ?? '' })}
      />
      <TextField label={f.alias} autoComplete="off" {...form.text('alias')} />
      <TextArea label={f.notes} rows={2} most={firmwareLimits.note} {...form.text('notes')} />
    </SheetForm>
  )
}

function useAddForm(modelId: string | null, onDone: () => void) {
  const w = useWords(versionFormText)
  const add = useSend(firmwareApi.addVersion, { quiet: true })
  const [inTheWay, setInTheWay] = useState<CallError | null>(null)
  const done = (number: string): void => {
    toastDone(w.added({ name: number }))
    onDone()
  }
  const form = useContractForm({
    name: 'firmware version',
    schema: FirmwareVersionDraft,
    initial: { ...nothingTyped, modelId: modelId ?? '' },
    words: contractText,
    async send(draft) {
      setInTheWay(null)
      try {
        await add.mutateAsync(draft)
      } catch (error) {
        if (error instanceof CallError && error.key === 'firmware.hasVersion') setInTheWay(error)
        throw error
      }
      done(draft.number)
    },
  })
  const chosen = form.values.modelId
  const { data, refetch } = useQuery({
    ...ask(firmwareApi.model, { id: chosen }, { quiet: true }),
    enabled: chosen !== '',
  })
  const model = chosen !== '' && data?.id === chosen ? data : undefined
  const replace = async (replaces: string | undefined): Promise<void> => {
    const draft = FirmwareVersionDraft.parse(draftOf(form.values))
    try {
      await add.mutateAsync({ ...draft, replace: true, replaces })
    } catch (error) {
      // Another version may have become the current one: the question names that one next.
      void refetch()
      throw error
    }
    done(draft.number)
  }
  return { form, model, inTheWay, replace, dismiss: () => setInTheWay(null) }
}
type AddForm = ReturnType<typeof useAddForm>['form']

const draftOf = ({ file: _file, ...typed }: Typed) => typed

function ModelFields({ form, model }: { form: AddForm; model: FirmwareModelDetail | undefined }) {
  const w = useWords(versionFormText)
  const f = useWords(firmwareText)
  const moduleName = useModuleName()
  const { values } = form
  const isOdd = values.reportedAs.trim() !== '' && !isComparable(values.reportedAs)
  return (
    <>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <CascadeField
          label={f.model}
          required
          source={firmwareModelSource}
          value={values.modelId === '' ? [] : [values.modelId]}
          placeholder={w.needModel}
          error={form.errorOf('modelId')}
          onChange={([modelId = '']) => form.put({ modelId, module: defaultModule })}
        />
        {model?.type === 'double' ? (
          <SelectField
            label={f.module}
            required
            value={values.module}
            options={modulesOf(model).map((module) => ({ value: module, label: moduleName(module) }))}
            error={form.errorOf('module')}
            onChange={(module) => form.set('module', module ?? defaultModule)}
          />
        ) : null}
      </Grid>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <TextField
          label={f.version}
          required
          autoComplete="off"
          maxLength={8}
          hint={w.numberHint}
          {...form.text('number')}
        />
        <TextField
          label={w.reportedAs}
          autoComplete="off"
          maxLength={firmwareLimits.reportedAs}
          placeholder={values.number}
          hint={isOdd ? w.notComparable : w.reportedHint}
          {...form.text('reportedAs')}
        />
      </Grid>
    </>
  )
}

type ReplacementProps = {
  by: CallError
  model: FirmwareModelDetail | undefined
  typed: Typed
  onReplace: (replaces: string | undefined) => Promise<void>
  onClose: () => void
}

/** Shows the specification's refusal with its solution: archive and add in one confirmed step. */
function Replacement({ by, model, typed, onReplace, onClose }: ReplacementProps) {
  const w = useWords(versionFormText)
  const locale = useLocale()
  const [isAsking, setAsking] = useState(false)
  const current = model?.current.find(({ module }) => module === typed.module)?.version
  return (
    <>
      <Row
        gap="12"
        align="center"
        marginBottom="16"
        border="bad"
        radius="s"
        ground="bad-soft"
        tone="ink"
        className={css.refusal}
        role="alert"
      >
        <StateShape name="error" />
        <span>{by.messageIn(locale)}</span>
        <Button size="small" onClick={() => setAsking(true)}>
          {w.replace}
        </Button>
      </Row>
      <ConfirmAction
        title={w.replaceTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.replace}
        onConfirm={async () => {
          await onReplace(current?.id)
          onClose()
        }}
      >
        {w.replaceBody({ before: current?.number ?? '', after: typed.number })}
      </ConfirmAction>
    </>
  )
}
