import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import {
  FaultCodeDraft,
  endComparisons,
  type EndsWhen,
  type FaultCodeRow,
  type UndescribedCode,
} from '@brigade/contract/fault/code.model.ts'
import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import { faultText as serverText } from '@brigade/contract/fault/fault.text.ts'
import {
  FaultCategory,
  Severity,
  faultCategories,
  faultLimits,
  severities,
} from '@brigade/contract/fault/record.model.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { OptionalLine } from '@brigade/contract/field.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Grid } from '../../ui/layout/layout.tsx'
import css from '../fault.module.css'
import { CodePicture } from './code-picture.tsx'
import { codeText, faultText } from '../fault.text.ts'

/** `row` null: a new description, of `code` where one was reported without. */
export type EditingCode = Readonly<{ row: FaultCodeRow | null; code?: UndescribedCode | undefined }>

export function CodeSheet({ editing, onClose }: { editing: EditingCode | null; onClose: () => void }) {
  const w = useWords(codeText)
  const isNew = editing === null || editing.row === null
  const title = isNew ? w.addTitle : w.editTitle
  return (
    <FormSheet title={title} isOpen={editing !== null} onClose={onClose} width={640}>
      {editing === null ? null : <CodeForm editing={editing} />}
    </FormSheet>
  )
}

/** The fields of the contract, each under the path that a refusal of the server names. */
const { name, reason, remedy, severity, category, partNumber, imageFileId, productId, identifier, code } =
  FaultCodeDraft.shape
const Fields = z.strictObject({
  productId,
  identifier,
  code,
  severity,
  category,
  'name.en': name.shape.en,
  'name.zh': name.shape.zh,
  'reason.en': reason.shape.en,
  'reason.zh': reason.shape.zh,
  'remedy.en': remedy.shape.en,
  'remedy.zh': remedy.shape.zh,
  partNumber,
  imageFileId,
  'endsWhen.identifier': OptionalLine(faultLimits.code),
  'endsWhen.is': z.enum(endComparisons),
  'endsWhen.value': z.string().regex(/^-?\d{0,9}(\.\d{1,3})?$/, 'field.invalid'),
})

type Typed = {
  productId: string
  identifier: string
  code: string
  severity: Severity
  category: FaultCategory
  'name.en': string
  'name.zh': string
  'reason.en': string
  'reason.zh': string
  'remedy.en': string
  'remedy.zh': string
  partNumber: string
  imageFileId: string | null
  'endsWhen.identifier': string
  'endsWhen.is': EndsWhen['is']
  'endsWhen.value': string
}

const typedOf = ({ row, code: reported }: EditingCode): Typed => ({
  productId: row?.product.id ?? reported?.product.id ?? '',
  identifier: row?.identifier ?? reported?.identifier ?? 'Fault',
  code: row?.code ?? reported?.code ?? '',
  severity: row?.severity ?? (reported?.type === 'alarm' ? 'minor' : 'major'),
  category: row?.category ?? 'other',
  'name.en': row?.name.en ?? '',
  'name.zh': row?.name.zh ?? '',
  'reason.en': row?.reason.en ?? '',
  'reason.zh': row?.reason.zh ?? '',
  'remedy.en': row?.remedy.en ?? '',
  'remedy.zh': row?.remedy.zh ?? '',
  partNumber: row?.partNumber ?? '',
  imageFileId: row?.imageFileId ?? null,
  'endsWhen.identifier': row?.endsWhen?.identifier ?? '',
  'endsWhen.is': row?.endsWhen?.is ?? 'below',
  'endsWhen.value': String(row?.endsWhen?.value ?? ''),
})

const draftOf = ({ productId: product, identifier: event, ...typed }: z.output<typeof Fields>) => ({
  productId: product,
  identifier: event,
  code: typed.code,
  severity: typed.severity,
  category: typed.category,
  partNumber: typed.partNumber,
  imageFileId: typed.imageFileId,
  name: { en: typed['name.en'], zh: typed['name.zh'] },
  reason: { en: typed['reason.en'], zh: typed['reason.zh'] },
  remedy: { en: typed['remedy.en'], zh: typed['remedy.zh'] },
  endsWhen:
    typed['endsWhen.identifier'] === ''
      ? null
      : { identifier: typed['endsWhen.identifier'], is: typed['endsWhen.is'], value: Number(typed['endsWhen.value']) },
})

/** An alarm with a property needs the value that ends it. */
const lacksValue = (typed: Typed, locale: Locale): { 'endsWhen.value'?: string } =>
  typed['endsWhen.identifier'] !== '' && typed['endsWhen.value'] === ''
    ? { 'endsWhen.value': fieldText['field.required'][locale] }
    : {}

type CodeFields = Pick<ReturnType<typeof useContractForm<Typed, typeof Fields>>, 'values' | 'set' | 'text'>

function CodeForm({ editing }: { editing: EditingCode }) {
  const w = useWords(codeText)
  const f = useWords(faultText)
  const sheet = useSheet()
  const locale = useLocale()
  const save = useSend(faultCodeApi.saveCode, { quiet: true })
  const { row } = editing
  const form = useContractForm({
    name: 'fault code',
    schema: Fields,
    initial: typedOf(editing),
    words: serverText,
    alsoCheck: lacksValue,
    async send(typed) {
      await save.mutateAsync({ id: row?.id ?? null, updatedAt: row?.updatedAt ?? null, ...draftOf(typed) })
      toastDone(w.saved)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { values } = form
  const isFixed = row !== null
  const area = (key: 'reason.en' | 'reason.zh' | 'remedy.en' | 'remedy.zh', label: string) => (
    <TextArea
      label={label}
      rows={3}
      most={faultLimits.remedy}
      value={values[key]}
      error={form.errorOf(key)}
      onChange={(event) => form.set(key, event.currentTarget.value)}
      onBlur={() => form.leave(key)}
    />
  )
  return (
    <SheetForm className={css.form} onSubmit={form.submit} isBusy={form.isBusy} verb={w.save}>
      <RefusedNote message={form.refused} />
      <ProductField
        value={values.productId}
        isFixed={isFixed || editing.code !== undefined}
        error={form.errorOf('productId')}
        onChange={(chosen) => form.set('productId', chosen)}
      />
      <Grid gap="8 16" columns="2" className={css.pair}>
        <TextField label={w.event} required disabled={isFixed} autoComplete="off" {...form.text('identifier')} />
        <TextField label={w.code} disabled={isFixed} autoComplete="off" {...form.text('code')} />
        <SelectField
          label={f.severity}
          required
          hint={w.severityHint}
          options={severities.map((value) => ({ value, label: severityNames[value][locale] }))}
          value={values.severity}
          onChange={(chosen) => form.set('severity', Severity.catch(values.severity).parse(chosen))}
        />
        <SelectField
          label={f.category}
          required
          options={faultCategories.map((value) => ({ value, label: categoryNames[value][locale] }))}
          value={values.category}
          onChange={(chosen) => form.set('category', FaultCategory.catch(values.category).parse(chosen))}
        />
        <TextField label={w.enName} required autoComplete="off" {...form.text('name.en')} />
        <TextField label={w.zhName} required autoComplete="off" {...form.text('name.zh')} />
        {area('reason.en', w.enReason)}
        {area('reason.zh', w.zhReason)}
        {area('remedy.en', w.enRemedy)}
        {area('remedy.zh', w.zhRemedy)}
        <TextField label={w.part} autoComplete="off" {...form.text('partNumber')} />
        <EndFields form={form} />
      </Grid>
      <CodePicture
        fileId={values.imageFileId}
        error={form.errorOf('imageFileId')}
        onChange={(fileId) => form.set('imageFileId', fileId)}
      />
    </SheetForm>
  )
}

/** By which property an alarm of the code ends. */
function EndFields({ form }: { form: CodeFields }) {
  const w = useWords(codeText)
  return (
    <>
      <TextField label={w.endsIdentifier} hint={w.endsHint} autoComplete="off" {...form.text('endsWhen.identifier')} />
      {form.values['endsWhen.identifier'] === '' ? null : (
        <>
          <SelectField
            label={w.endsIs}
            options={endComparisons.map((value) => ({ value, label: w[`ends-${value}`] }))}
            value={form.values['endsWhen.is']}
            onChange={(chosen) => form.set('endsWhen.is', endComparisons.find((one) => one === chosen) ?? 'below')}
          />
          <TextField label={w.endsValue} required autoComplete="off" {...form.text('endsWhen.value')} />
        </>
      )}
    </>
  )
}

type ProductProps = {
  value: string
  isFixed: boolean
  error: string | undefined
  onChange: (productId: string) => void
}

function ProductField({ value, isFixed, error, onChange }: ProductProps) {
  const w = useWords(codeText)
  const nameOf = useNameOf()
  const { data } = useQuery(ask(productApi.select, {}, { quiet: true }))
  const groups = (data ?? [])
    .filter(({ products }) => products.length > 0)
    .map((series) => ({
      group: nameOf(series.name),
      items: series.products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  return (
    <SelectField
      label={w.model}
      required
      searchable
      disabled={isFixed}
      options={groups}
      value={value === '' ? null : value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
