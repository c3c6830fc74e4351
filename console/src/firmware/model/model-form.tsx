import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import {
  FirmwareModelDraft,
  firmwareDigests,
  firmwareTypes,
  type FirmwareModelRow,
} from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { firmwareText as contractText } from '@brigade/contract/firmware/firmware.text.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldClash } from '../../ui/form/field-clash.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { nothingTyped, typedModel, type TypedModel } from './model-typed.ts'
import { modelFormText, modelText } from './model.text.ts'

/** The fields of a firmware model. A change of somebody else is shown beside the own one, and nothing typed is lost. */
export function ModelForm({ model }: { model: FirmwareModelRow | null }) {
  const sheet = useSheet()
  const w = useWords(modelFormText)
  const f = useWords(firmwareText)
  const { form, base, clash, goOn } = useModelForm(model, sheet.done)
  useDirty(form.isDirty)
  return (
    <SheetForm className={css.fields} onSubmit={form.submit} isBusy={form.isBusy} verb={base === null ? w.add : f.save}>
      {clash === null || base === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <ModelClash by={clash.by} base={base} now={clash.now} mine={form.values} onGoOn={goOn} />
      )}
      <Fields form={form} isFixed={base?.inUse === true} />
    </SheetForm>
  )
}

function useModelForm(model: FirmwareModelRow | null, onDone: () => void) {
  const w = useWords(modelFormText)
  const add = useSend(firmwareApi.addModel, { quiet: true })
  const update = useSend(firmwareApi.updateModel, { quiet: true })
  const [base, setBase] = useKept('firmware model base', model)
  const [clash, setClash] = useState<{ by: CallError; now: FirmwareModelRow } | null>(null)
  const form = useContractForm({
    name: 'firmware model',
    schema: FirmwareModelDraft,
    initial: base === null ? nothingTyped : typedModel(base),
    words: contractText,
    async send(draft) {
      if (base === null) await add.mutateAsync(draft)
      else await change(base, draft)
      toastDone((base === null ? w.added : w.saved)({ name: draft.name }))
      onDone()
    },
  })
  const change = async ({ id, updatedAt }: FirmwareModelRow, draft: FirmwareModelDraft): Promise<void> => {
    try {
      await update.mutateAsync({ ...draft, id, updatedAt })
    } catch (error) {
      if (error instanceof CallError && error.key === 'firmware.changedSince') {
        const now = await call(firmwareApi.model, { id }, { quiet: true }).catch(() => undefined)
        if (now !== undefined) setClash({ by: error, now })
      }
      throw error
    }
  }
  const goOn = (values: TypedModel): void => {
    if (clash === null) return
    form.rebase(typedModel(clash.now), values)
    setBase(clash.now)
    setClash(null)
  }
  return { form, base, clash, goOn }
}
type ModelFormState = ReturnType<typeof useModelForm>['form']

function Fields({ form, isFixed }: { form: ModelFormState; isFixed: boolean }) {
  const w = useWords(modelFormText)
  const f = useWords(firmwareText)
  const m = useWords(modelText)
  const { values } = form
  return (
    <>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <TextField label={m.name} required autoComplete="off" startsFocused {...form.text('name')} />
        <TextField
          label={m.code}
          required
          autoComplete="off"
          maxLength={firmwareLimits.code}
          hint={w.codeHint}
          {...form.text('code')}
        />
      </Grid>
      <TypeFields form={form} isFixed={isFixed} />
      <Box paddingBottom="16">
        <ProductsSelect
          label={m.products}
          required
          most={firmwareLimits.products}
          productIds={values.productIds}
          error={form.errorOf('productIds')}
          onChange={(productIds) => {
            form.set('productIds', productIds)
            form.leave('productIds')
          }}
        />
      </Box>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <TextField
          label={m.hardware}
          autoComplete="off"
          disabled={isFixed}
          maxLength={firmwareLimits.hardwareModel}
          hint={isFixed ? w.fixed : w.hardwareHint}
          {...form.text('hardwareModel')}
        />
        <SelectField
          label={m.digest}
          options={firmwareDigests.map((digest) => ({ value: digest, label: digest }))}
          value={values.digest}
          onChange={(value) => form.set('digest', firmwareDigests.find((one) => one === value) ?? 'SHA256')}
        />
        <TextField
          label={m.floor}
          autoComplete="off"
          maxLength={firmwareLimits.reportedAs}
          hint={w.floorHint}
          {...form.text('floor')}
        />
      </Grid>
      <Box paddingBottom="16">
        <Checkbox checked={values.needConfirm} onChange={(needConfirm) => form.set('needConfirm', needConfirm)}>
          {w.confirm}
        </Checkbox>
      </Box>
      <TextArea label={f.remark} rows={2} most={firmwareLimits.note} {...form.text('remark')} />
    </>
  )
}

function TypeFields({ form, isFixed }: { form: ModelFormState; isFixed: boolean }) {
  const w = useWords(modelFormText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const { type } = form.values
  return (
    <>
      <Box paddingBottom="16">
        <Text marginBottom="4" size="xs" line="16" weight="500" tone="ink-3" block>
          {f.type}
        </Text>
        {isFixed ? (
          firmwareTypeWords[type][locale]
        ) : (
          <Segments
            label={f.type}
            value={type}
            options={firmwareTypes.map((value) => ({ value, label: firmwareTypeWords[value][locale] }))}
            onChange={(value) => form.put(value === 'single' ? { type: value, module: '' } : { type: value })}
          />
        )}
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {isFixed ? w.fixed : type === 'single' ? w.singleHint : w.doubleHint}
        </Text.p>
      </Box>
      {type === 'single' ? null : (
        <TextField
          label={w.moduleName}
          required
          autoComplete="off"
          disabled={isFixed}
          maxLength={firmwareLimits.module}
          hint={w.moduleHint}
          {...form.text('module')}
        />
      )}
    </>
  )
}

type ClashProps = {
  by: CallError
  base: FirmwareModelRow
  now: FirmwareModelRow
  mine: TypedModel
  onGoOn: (values: TypedModel) => void
}

function ModelClash({ by, base, now, mine, onGoOn }: ClashProps) {
  const w = useWords(modelFormText)
  const m = useWords(modelText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const names = new Map([...base.products, ...now.products].map(({ id, name }) => [id, name[locale]]))
  const shown = (name: keyof TypedModel, values: TypedModel): string => {
    if (name === 'productIds') return values.productIds.map((id) => names.get(id) ?? id).join(f.listMark)
    if (name === 'needConfirm') return values.needConfirm ? m.yes : m.no
    return name === 'type' ? firmwareTypeWords[values.type][locale] : values[name]
  }
  return (
    <FieldClash
      by={by}
      base={typedModel(base)}
      mine={mine}
      theirs={typedModel(now)}
      labels={{
        name: m.name,
        code: m.code,
        type: f.type,
        hardwareModel: m.hardware,
        module: w.moduleName,
        productIds: m.products,
        digest: m.digest,
        floor: m.floor,
        needConfirm: m.confirm,
        remark: f.remark,
      }}
      shown={shown}
      onGoOn={onGoOn}
    />
  )
}
