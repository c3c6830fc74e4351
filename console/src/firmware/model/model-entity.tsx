import {
  FirmwareModelSearch,
  FirmwareModelDraft,
  FirmwareModelChange,
  firmwareDigests,
  firmwareTypes,
  type FirmwareModelRow,
} from '@brigade/contract/firmware/firmware.model.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { firmwareText as contractText } from '@brigade/contract/firmware/firmware.text.ts'
import { firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import { firmwareTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { call } from '../../platform/call.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { entity, type FieldsAt } from '../../shell/entity/entity.ts'
import type { FieldRow } from '../../shell/entity/field.ts'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { choiceOf } from '../../ui/search-form/filter.ts'
import { firmwareText } from '../firmware.text.ts'
import { addModel } from './model-act.ts'
import { modelColumns } from './model-columns.tsx'
import { modelFormText, modelText } from './model.text.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'

const words = { ...firmwareText, ...modelText, ...modelFormText }

/** The form's values of a model. */
const typedModel = (row: FirmwareModelRow | null): FirmwareModelDraft => ({
  name: row?.name ?? '',
  code: row?.code ?? '',
  type: row?.type ?? 'single',
  hardwareModel: row?.hardwareModel ?? '',
  module: row?.module ?? '',
  productIds: row?.products.map(({ id }) => id) ?? [],
  digest: row?.digest ?? 'SHA256',
  floor: row?.floor ?? '',
  needConfirm: row?.needConfirm ?? false,
  remark: row?.remark ?? '',
})

type At = FieldsAt<FirmwareModelRow, FirmwareModelDraft, WordsOf<typeof words>>
type Row = FieldRow<FirmwareModelDraft> | false

const nameFields = ({ w }: At): readonly Row[] => [
  [
    { kind: 'text', at: 'name', label: w.name, required: true, startsFocused: true },
    {
      kind: 'text',
      at: 'code',
      label: w.code,
      required: true,
      max: firmwareLimits.code,
      hint: w.codeHint,
    },
  ],
]

const typeFields = ({ w, locale, row, form }: At): readonly Row[] => {
  const { type: now } = form.values
  const isFixed = row?.inUse === true
  return [
    {
      kind: 'own',
      key: 'type',
      parts: [{ at: 'type', label: w.type, shown: ({ type }) => firmwareTypeWords[type][locale] }],
      input: (
        <TypeField
          type={now}
          isFixed={isFixed}
          onChange={(type) => form.put(type === 'single' ? { type, module: '' } : { type })}
        />
      ),
    },
    now !== 'single' && {
      kind: 'text',
      at: 'module',
      label: w.moduleName,
      required: true,
      disabled: isFixed,
      max: firmwareLimits.module,
      hint: w.moduleHint,
    },
  ]
}

const productFields = ({ w, locale, row, now, form }: At): readonly Row[] => {
  const named = [...(row?.products ?? []), ...(now?.products ?? [])]
  const nameOf = (id: string): string => named.find((product) => product.id === id)?.name[locale] ?? id
  return [
    {
      kind: 'own',
      key: 'products',
      parts: [
        {
          at: 'productIds',
          label: w.products,
          shown: ({ productIds }) => productIds.map(nameOf).join(w.listMark),
        },
      ],
      input: (
        <Box paddingBottom="16">
          <ProductsSelect
            label={w.products}
            required
            most={firmwareLimits.products}
            productIds={form.values.productIds}
            error={form.errorOf('productIds')}
            onChange={(productIds) => {
              form.set('productIds', productIds)
              form.leave('productIds')
            }}
          />
        </Box>
      ),
    },
  ]
}

const otherFields = ({ w, row }: At): readonly Row[] => {
  const isFixed = row?.inUse === true
  return [
    [
      {
        kind: 'text',
        at: 'hardwareModel',
        label: w.hardware,
        disabled: isFixed,
        max: firmwareLimits.hardwareModel,
        hint: isFixed ? w.fixed : w.hardwareHint,
      },
      {
        kind: 'select',
        at: 'digest',
        label: w.digest,
        options: firmwareDigests.map((digest) => ({ value: digest, label: digest })),
        put: (chosen) => ({ digest: firmwareDigests.find((one) => one === chosen) ?? 'SHA256' }),
      },
      { kind: 'text', at: 'floor', label: w.floor, max: firmwareLimits.reportedAs, hint: w.floorHint },
    ],
    {
      kind: 'check',
      at: 'needConfirm',
      label: w.confirmFirst,
      name: w.confirm,
      put: (needConfirm) => ({ needConfirm }),
    },
    { kind: 'area', at: 'remark', label: w.remark, most: firmwareLimits.note },
  ]
}

/** `onOpen`: shows one beside the list. */
export const firmwareModelEntity = (onOpen: (id: string) => void) =>
  entity({
    name: 'firmware.model',
    words,
    refusals: contractText,
    isPlatforms: true,
    list: firmwareApi.models,
    schemas: { search: FirmwareModelSearch, add: FirmwareModelDraft, update: FirmwareModelChange },
    add: firmwareApi.addModel,
    addAct: addModel,
    update: firmwareApi.updateModel,
    read: (id) => call(firmwareApi.model, { id }, { quiet: true }),
    edits: (row: FirmwareModelRow) => row,
    clash: 'firmware.changedSince',
    rowName: ({ name }) => name,
    typedName: ({ name }) => name,
    typed: typedModel,
    width: 600,
    fields: (at) => [...nameFields(at), ...typeFields(at), ...productFields(at), ...otherFields(at)],
    filters: ({ w, locale }) => [
      { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
      choiceOf('type', [w.type, w.anyType], firmwareTypes, (type) => firmwareTypeWords[type][locale]),
    ],
    columns: ({ locale }) => modelColumns(locale, onOpen),
    remove: {
      call: firmwareApi.removeModel,
      body: ([row]) => ({ id: row?.id ?? '' }),
      whyNot: ({ inUse }, w) => (inUse ? w.inUse : undefined),
    },
  })

type FirmwareType = (typeof firmwareTypes)[number]
type Props = { type: FirmwareType; isFixed: boolean; onChange: (type: FirmwareType) => void }

/** Whether a model has one firmware or two; it stays once there is a version or a task. */
function TypeField({ type, isFixed, onChange }: Props) {
  const w = useWords(modelFormText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  return (
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
          onChange={onChange}
        />
      )}
      <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
        {isFixed ? w.fixed : type === 'single' ? w.singleHint : w.doubleHint}
      </Text.p>
    </Box>
  )
}
