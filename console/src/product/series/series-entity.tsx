import {
  SeriesSearch,
  SeriesDraft,
  SeriesChange,
  DeviceKind,
  type SeriesRow,
} from '@brigade/contract/product/product.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { deviceKindWords, productText } from '@brigade/contract/product/product.text.ts'
import { DevicesOfProductLink } from '../../device/view/device-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { entity } from '../../shell/entity/entity.ts'
import { bothNames } from '../../shell/entity/field.ts'
import { rowNow } from '../../shell/entity/row-now.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { modelsHref } from '../product-address.ts'
import { optionsOf } from '../product-options.ts'
import { Box } from '../../ui/layout/layout.tsx'
import css from './series.module.css'
import { addSeries } from './series-act.ts'
import { seriesText } from './series.text.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'

export const seriesEntity = entity({
  name: 'product.series',
  words: seriesText,
  refusals: productText,
  isPlatforms: true,
  list: productApi.listSeries,
  schemas: { search: SeriesSearch, add: SeriesDraft, update: SeriesChange },
  add: productApi.addSeries,
  addAct: addSeries,
  update: productApi.updateSeries,
  read: rowNow(productApi.listSeries),
  edits: (row: SeriesRow) => row,
  clash: 'product.changedMeanwhile',
  rowName: ({ name }, locale) => name[locale],
  typedName: ({ name }, locale) => name[locale],
  typed: (row: SeriesRow | null) => ({
    name: row?.name ?? { en: '', zh: '' },
    code: row?.code ?? '',
    kind: row?.kind,
  }),
  fields: ({ w, locale, row }) => {
    const isFixed = row !== null && row.products > 0
    return [
      bothNames({ en: 'name.en', zh: 'name.zh' }, { en: w.nameEn, zh: w.nameZh }, locale),
      { kind: 'text', at: 'code', label: w.code, required: true, hint: w.codeHint },
      {
        kind: 'select',
        at: 'kind',
        label: w.kind,
        required: true,
        disabled: isFixed,
        hint: isFixed ? w.kindFixed : w.kindHint,
        options: optionsOf(deviceKindWords, locale),
        put: (chosen) => ({ kind: DeviceKind.safeParse(chosen).data }),
      },
    ]
  },
  filters: ({ w, locale }) => [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'kind',
      label: w.kind,
      placeholder: w.anyKind,
      options: optionsOf(deviceKindWords, locale),
    },
  ],
  columns: ({ w, locale }) => [
    {
      key: 'name',
      title: w.name,
      width: 240,
      identifies: true,
      sortable: true,
      cell: (row) => (
        <Box.a block overflow="hidden" ellipsis href={modelsHref(row.id)} data-cut="">
          {row.name[locale]}
        </Box.a>
      ),
    },
    { key: 'otherName', title: w.otherName, dim: true, cell: (row) => row.name[locale === 'en' ? 'zh' : 'en'] },
    { key: 'code', title: w.code, width: 160, sortable: true, cell: (row) => <span className="mono">{row.code}</span> },
    {
      key: 'kind',
      title: w.kind,
      width: 140,
      cell: (row) => (
        <span className={css.kind}>
          <Icon name={row.kind === 'oven' ? 'oven' : 'fridge'} />
          {deviceKindWords[row.kind][locale]}
        </span>
      ),
    },
    {
      key: 'products',
      title: w.products,
      width: 96,
      align: 'end',
      sortable: true,
      cell: (row) => (row.products === 0 ? '0' : <a href={modelsHref(row.id)}>{formatNumber(row.products)}</a>),
    },
    {
      key: 'devices',
      title: w.devices,
      width: 96,
      align: 'end',
      sortable: true,
      cell: (row) => <Devices series={row} />,
    },
    momentColumn('createdAt', w.created, { width: 164, dim: true, sortable: true }),
    momentColumn('updatedAt', w.changed, { width: 164, dim: true, isExtra: true }),
  ],
  remove: {
    call: productApi.removeSeries,
    body: (rows) => ({ ids: rows.map(({ id }) => id) }),
    whyNot: ({ products }, w) => (products === 0 ? undefined : w.stillModels({ count: products })),
    many: true,
  },
})

function Devices({ series }: { series: SeriesRow }) {
  const can = useCan()
  const { id, kind, devices } = series
  if (devices === 0 || !can(`${kind}:view`)) return formatNumber(devices)
  return (
    <DevicesOfProductLink kind={kind} seriesId={id}>
      {formatNumber(devices)}
    </DevicesOfProductLink>
  )
}
