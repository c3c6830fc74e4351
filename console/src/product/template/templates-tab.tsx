import { templateKindWords } from '@brigade/contract/product/product.text.ts'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row as RowBox, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { draftHref } from '../product-address.ts'
import { TemplateBadge } from './template-badge.tsx'
import css from './template.module.css'
import { templateText, templatesTabText } from './field/template.text.ts'

type Row = ReplyOf<typeof templateApi.templates>[number]

/** The five templates of a product at a glance. */
export function TemplatesTab({ product }: { product: ProductDetail }) {
  const w = useWords(templatesTabText)
  const t = useWords(templateText)
  const { data, error, refetch } = useQuery(ask(templateApi.templates, { productId: product.id }, { quiet: true }))
  const columns = useColumns(product.id)
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <Box padding="16 gutter 24">
      <Panel title={w.title} note={w.note}>
        {data === undefined ? (
          <Stack gap="16" padding="24 gutter" className={css.bones} role="status" aria-label={t.loading}>
            <span />
            <span />
          </Stack>
        ) : (
          <PlainTable label={w.title} columns={columns} rows={data} rowKey={({ kind }) => kind} />
        )}
      </Panel>
    </Box>
  )
}

function useColumns(productId: string): readonly Column<Row>[] {
  const w = useWords(templatesTabText)
  const locale = useLocale()
  const mayEdit = usePlatformCan()('product-template:update')
  return useMemo(
    () => [
      {
        key: 'kind',
        title: w.template,
        width: 180,
        cell: ({ kind }) => (
          <Text.a weight="550" href={draftHref(productId, kind)}>
            {templateKindWords[kind][locale]}
          </Text.a>
        ),
      },
      { key: 'state', title: w.state, width: 176, cell: ({ status }) => <TemplateBadge status={status} /> },
      {
        key: 'faults',
        title: w.faults,
        width: 160,
        cell: ({ faults, status }) =>
          status === 'none' ? null : faults.length === 0 ? (
            w.fits
          ) : (
            <RowBox.span
              inline
              gap="6"
              align="center"
              tone="bad"
              title={faults.map(({ identifier }) => identifier).join(' ')}
            >
              <StateShape name="error" />
              {faults.length}
            </RowBox.span>
          ),
      },
      {
        key: 'updatedAt',
        title: w.saved,
        width: 164,
        align: 'end',
        dim: true,
        cell: ({ updatedAt }) => <span className="time">{formatTime(updatedAt)}</span>,
      },
      { key: 'updatedBy', title: w.by, width: 104, dim: true, cell: ({ updatedBy }) => updatedBy },
      {
        key: 'publishedAt',
        title: w.published,
        width: 164,
        align: 'end',
        dim: true,
        cell: ({ publishedAt }) => <span className="time">{formatTime(publishedAt)}</span>,
      },
      { key: 'publishedBy', title: w.by, width: 104, dim: true, cell: ({ publishedBy }) => publishedBy },
      {
        key: 'open',
        title: '',
        width: 96,
        align: 'end',
        cell: ({ kind, status }) => (
          <a
            href={draftHref(productId, kind)}
            aria-label={`${!mayEdit ? w.mayView : status === 'none' ? w.begin : w.mayEdit}: ${templateKindWords[kind][locale]}`}
          >
            {!mayEdit ? w.mayView : status === 'none' ? w.begin : w.mayEdit}
          </a>
        ),
      },
    ],
    [locale, mayEdit, productId, w],
  )
}
