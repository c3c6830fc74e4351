import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import {
  FaultCodeSearch,
  FaultCodeDraft,
  endComparisons,
  type EndsWhen,
  type FaultCodeRow,
  type UndescribedCode,
} from '@brigade/contract/fault/code.model.ts'
import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import { faultText as contractText } from '@brigade/contract/fault/fault.text.ts'
import {
  FaultCategory,
  Severity,
  faultCategories,
  faultLimits,
  severities,
} from '@brigade/contract/fault/record.model.ts'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { faultActs } from '../fault-acts.ts'
import { useLocale, type WordsOf } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useProductFilter } from '../../product/product-select.tsx'
import { entity, type FieldsAt } from '../../shell/entity/entity.ts'
import type { FieldRow } from '../../shell/entity/field.ts'
import { rowNow } from '../../shell/entity/row-now.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import type { Option } from '../../ui/field/select-options.ts'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { SeverityBadge } from '../fault-badge.tsx'
import css from '../fault.module.css'
import { codeText, faultText, recordText } from '../fault.text.ts'
import { CodePicture } from './code-picture.tsx'

const words = {
  ...faultText,
  ...codeText,
  remedy: recordText.remedy,
  added: codeText.saved,
  addVerb: codeText.save,
  removeManyBody: codeText.removeBody,
  manyRemoved: codeText.removed,
}
type Words = WordsOf<typeof words>
type Models = ReplyOf<typeof productApi.select>
type Known = Readonly<{
  models: Models
  products: Filter<keyof FaultCodeSearch>
  /** A new description is of this code, which was reported without. */
  reported: UndescribedCode | null
}>

/** The form's values of a code. They have the condition that ends an alarm whether or not there is one. */
const typedCode = (row: FaultCodeRow | null, reported: UndescribedCode | null) => ({
  productId: row?.product.id ?? reported?.product.id ?? '',
  identifier: row?.identifier ?? reported?.identifier ?? 'Fault',
  code: row?.code ?? reported?.code ?? '',
  severity: row?.severity ?? (reported?.type === 'alarm' ? ('minor' as const) : ('major' as const)),
  category: row?.category ?? ('other' as const),
  name: row?.name ?? { en: '', zh: '' },
  reason: row?.reason ?? { en: '', zh: '' },
  remedy: row?.remedy ?? { en: '', zh: '' },
  partNumber: row?.partNumber ?? '',
  imageFileId: row?.imageFileId ?? null,
  endsWhen: {
    identifier: row?.endsWhen?.identifier ?? '',
    is: row?.endsWhen?.is ?? ('below' as const),
    value: String(row?.endsWhen?.value ?? ''),
  },
})
type Typed = Omit<ReturnType<typeof typedCode>, 'severity' | 'category' | 'endsWhen'> & {
  severity: Severity
  category: FaultCategory
  endsWhen: { identifier: string; is: EndsWhen['is']; value: string }
}
type At = FieldsAt<FaultCodeRow, Typed, Words>
type Row = FieldRow<Typed> | false

const named = <K extends string>(keys: readonly K[], names: Readonly<Record<K, Record<Locale, string>>>, of: Locale) =>
  keys.map((value): Option => ({ value, label: names[value][of] }))

const ofCode = ({ w, locale, row }: At, { models, reported }: Known): readonly Row[] => [
  {
    kind: 'select',
    at: 'productId',
    label: w.model,
    required: true,
    searchable: true,
    disabled: row !== null || reported !== null,
    options: models
      .filter(({ products }) => products.length > 0)
      .map((series) => ({
        group: series.name[locale],
        items: series.products.map(({ id, name }) => ({ value: id, label: name[locale] })),
      })),
    put: (chosen) => ({ productId: chosen ?? '' }),
  },
  [
    { kind: 'text', at: 'identifier', label: w.event, required: true, disabled: row !== null },
    { kind: 'text', at: 'code', label: w.code, disabled: row !== null },
  ],
]

const ofMeaning = ({ w, locale, form }: At): readonly Row[] => [
  [
    {
      kind: 'select',
      at: 'severity',
      label: w.severity,
      required: true,
      hint: w.severityHint,
      options: named(severities, severityNames, locale),
      put: (chosen) => ({ severity: Severity.catch(form.values.severity).parse(chosen) }),
    },
    {
      kind: 'select',
      at: 'category',
      label: w.category,
      required: true,
      options: named(faultCategories, categoryNames, locale),
      put: (chosen) => ({ category: FaultCategory.catch(form.values.category).parse(chosen) }),
    },
  ],
  [
    { kind: 'text', at: 'name.en', label: w.enName, required: true },
    { kind: 'text', at: 'name.zh', label: w.zhName, required: true },
  ],
  [
    { kind: 'area', at: 'reason.en', label: w.enReason, rows: 3, most: faultLimits.remedy },
    { kind: 'area', at: 'reason.zh', label: w.zhReason, rows: 3, most: faultLimits.remedy },
  ],
  [
    { kind: 'area', at: 'remedy.en', label: w.enRemedy, rows: 3, most: faultLimits.remedy },
    { kind: 'area', at: 'remedy.zh', label: w.zhRemedy, rows: 3, most: faultLimits.remedy },
  ],
]

/** The spare part, the property by which an alarm of the code ends, and the picture. */
const ofRest = ({ w, form }: At): readonly Row[] => {
  const { endsWhen, imageFileId } = form.values
  return [
    [
      { kind: 'text', at: 'partNumber', label: w.part },
      { kind: 'text', at: 'endsWhen.identifier', label: w.endsIdentifier, hint: w.endsHint },
    ],
    endsWhen.identifier !== '' && [
      {
        kind: 'select',
        at: 'endsWhen.is',
        label: w.endsIs,
        options: endComparisons.map((value) => ({ value, label: w[`ends-${value}`] })),
        put: (chosen) => ({ endsWhen: { ...endsWhen, is: endComparisons.find((one) => one === chosen) ?? 'below' } }),
      },
      { kind: 'text', at: 'endsWhen.value', label: w.endsValue, required: true, inputMode: 'decimal' },
    ],
    {
      kind: 'own',
      key: 'picture',
      parts: [
        {
          at: 'imageFileId',
          label: w.picture,
          shown: (typed) => (typed.imageFileId === null ? w.noPicture : w.newPicture),
        },
      ],
      input: (
        <CodePicture
          fileId={imageFileId}
          error={form.errorOf('imageFileId')}
          onChange={(fileId) => form.put({ imageFileId: fileId })}
        />
      ),
    },
  ]
}

/** The meanings of event codes of products. */
const codeEntity = (known: Known) =>
  entity({
    name: 'fault.codes',
    words,
    refusals: contractText,
    isPlatforms: true,
    list: faultCodeApi.codes,
    schemas: { search: FaultCodeSearch, add: FaultCodeDraft, update: FaultCodeDraft },
    add: faultCodeApi.saveCode,
    addAct: faultActs.addCode,
    update: faultCodeApi.saveCode,
    read: rowNow(faultCodeApi.codes),
    edits: (row: FaultCodeRow) => row,
    clash: 'fault.codeChanged',
    rowName: ({ code, name }, locale) => `${code} ${name[locale]}`,
    typedName: ({ name }, locale) => name[locale],
    typed: (row: FaultCodeRow | null): Typed => typedCode(row, known.reported),
    body: ({ endsWhen: { identifier, is, value }, ...typed }) => ({
      ...typed,
      id: null,
      updatedAt: null,
      // A text that is not a number stays, and the rule of the contract names.
      endsWhen:
        identifier === ''
          ? null
          : {
              identifier,
              is,
              value: value.trim() === '' ? undefined : Number.isNaN(Number(value)) ? value : Number(value),
            },
    }),
    width: 640,
    fields: (at) => [...ofCode(at, known), ...ofMeaning(at), ...ofRest(at)],
    filters: ({ w, locale }) => [
      { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
      choiceOf('kind', [w.kind, w.anyKind], ['oven', 'cooler'] as const, (value) => w[value]),
      known.products,
      choiceOf('severity', [w.severity, w.anySeverity], severities, (value) => severityNames[value][locale]),
      choiceOf('category', [w.category, w.anyCategory], faultCategories, (value) => categoryNames[value][locale]),
    ],
    columns: ({ w, locale, edit }) => [
      {
        key: 'code',
        title: w.code,
        width: 136,
        identifies: true,
        sortable: true,
        cell: (row) =>
          edit === undefined ? (
            row.code || row.identifier
          ) : (
            <button type="button" className={css.name} onClick={() => edit(row)}>
              {row.code || row.identifier}
            </button>
          ),
      },
      { key: 'name', title: w.name, width: 232, cell: (row) => row.name[locale] },
      { key: 'severity', title: w.severity, width: 104, cell: (row) => <SeverityBadge severity={row.severity} /> },
      { key: 'category', title: w.category, width: 132, cell: (row) => categoryNames[row.category][locale] },
      { key: 'model', title: w.model, width: 168, cell: (row) => row.product.name[locale] },
      { key: 'remedy', title: w.remedy, dim: true, cell: (row) => row.remedy[locale] },
      { key: 'part', title: w.part, width: 112, cell: (row) => row.partNumber },
      momentColumn('updatedAt', w.changed, { dim: true, isExtra: true }),
      { key: 'event', title: w.event, width: 104, isExtra: true, cell: (row) => row.identifier },
    ],
    remove: { call: faultCodeApi.removeCodes, body: (rows) => ({ ids: rows.map(({ id }) => id) }), many: true },
  })

export function useCodeEntity(reported: UndescribedCode | null) {
  const { data } = useQuery(ask(productApi.select, {}, { quiet: true }))
  const locale = useLocale()
  const products = useProductFilter()
  return useMemo(
    () => codeEntity({ models: data ?? [], products, reported }),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter is another object at each drawing, and another one only with the language
    [data, reported, locale],
  )
}
