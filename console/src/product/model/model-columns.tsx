import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { deviceKindWords, networkTypeWords, protocolWords } from '@brigade/contract/product/product.text.ts'
import { useMemo } from 'react'
import { orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'
import { detailHref, modelsHref } from '../product-address.ts'
import { ProductBadge } from '../product-badge.tsx'
import { ProductPicture } from '../product-picture.tsx'
import { DeviceCount, ProductKey } from './model-parts.tsx'

/** The columns of the model list (spec 3): picture and name, key, status, network type, protocol, version, devices. */
export function useModelColumns(): readonly Column<ProductRow>[] {
  const w = useWords(modelText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 232,
        identifies: true,
        sortable: true,
        cell: (row) => <NamedModel product={row} />,
      },
      { key: 'productKey', title: w.key, width: 176, cell: (row) => <ProductKey value={row.productKey} /> },
      {
        key: 'series',
        title: w.series,
        cell: (row) => (
          <Text.a overflow="hidden" block shrink ellipsis href={modelsHref(row.series.id)} data-cut="">
            {row.series.name[locale]}
          </Text.a>
        ),
      },
      {
        key: 'status',
        title: w.status,
        width: widths[locale].status,
        cell: (row) => <ProductBadge status={row.status} hasDraft={row.hasDraft} />,
      },
      {
        key: 'networkType',
        title: w.networkType,
        width: widths[locale].network,
        cell: (row) => networkTypeWords[row.networkType][locale],
      },
      { key: 'protocol', title: w.protocol, width: 104, cell: (row) => protocolWords[row.protocol][locale] },
      { key: 'version', title: w.version, width: 96, align: 'end', cell: (row) => orDash(row.version?.name) },
      {
        key: 'devices',
        title: w.devices,
        width: 88,
        align: 'end',
        sortable: true,
        cell: (row) => <DeviceCount product={row} />,
      },
      { key: 'kind', title: w.kind, width: 120, isExtra: true, cell: (row) => deviceKindWords[row.kind][locale] },
      {
        key: 'nodeType',
        title: w.nodeType,
        width: 120,
        isExtra: true,
        cell: (row) => nodeTypeWords[row.nodeType][locale],
      },
      momentColumn('createdAt', w.created, { width: 160, dim: true, sortable: true, isExtra: true }),
      momentColumn('updatedAt', w.changed, { width: 160, dim: true, isExtra: true }),
    ],
    [w, locale],
  )
}

function NamedModel({ product }: { product: ProductRow }) {
  const locale = useLocale()
  return (
    <Row.span gap="8" align="center" shrink>
      <ProductPicture kind={product.kind} fileId={product.imageFileId} />
      <Text.a overflow="hidden" block shrink ellipsis href={detailHref(product.id)} data-cut="">
        {product.name[locale]}
      </Text.a>
    </Row.span>
  )
}

const widths = { en: { status: 168, network: 120 }, zh: { status: 136, network: 136 } } as const
