import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { LanguageRow } from '@brigade/contract/product/language/language.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CoverageBadge } from './coverage-badge.tsx'
import { languageHref } from './language-address.ts'
import { LanguageBadge } from './language-badge.tsx'
import { languageText, languagesTabText } from './language.text.ts'

/** The languages of a product at a glance. */
export function LanguagesTab({ product }: { product: ProductDetail }) {
  const w = useWords(languageText)
  const t = useWords(languagesTabText)
  const mayEdit = usePlatformCan()('product-language:update')
  const { data, error, refetch } = useQuery(
    ask(languageApi.listLanguages, { productId: product.id, pageSize: 80, sort: 'language' }, { quiet: true }),
  )
  const columns = useColumns(product.id)
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const open = (
    <Box.a paddingRight="8" href={languageHref(product.id)}>
      {data?.list.length === 0 && mayEdit ? w.add : t.all}
    </Box.a>
  )
  return (
    <Box padding="16 gutter 24">
      <Panel
        title={w.languages}
        note={w.intro}
        actions={data === undefined || data.list.length === 0 ? undefined : open}
      >
        {data === undefined ? (
          <Stack gap="12" padding="16" role="status" aria-label={w.languages}>
            <Box.span height="28" radius="s" ground="hover" />
            <Box.span height="28" radius="s" ground="hover" />
          </Stack>
        ) : data.list.length === 0 ? (
          <EmptyPanel
            icon="language"
            title={w.emptyTitle}
            hint={mayEdit ? w.emptyHint : w.emptyReader}
            {...(mayEdit ? { action: open } : {})}
          />
        ) : (
          <PlainTable label={w.languages} columns={columns} rows={data.list} rowKey={({ language }) => language} />
        )}
      </Panel>
    </Box>
  )
}

function useColumns(productId: string): readonly Column<LanguageRow>[] {
  const w = useWords(languageText)
  const t = useWords(languagesTabText)
  const locale = useLocale()
  const mayEdit = usePlatformCan()('product-language:update')
  return useMemo(
    () => [
      {
        key: 'language',
        title: w.language,
        width: 200,
        cell: ({ language }) => (
          <Text.a weight="550" href={languageHref(productId, language)}>
            {languageWords[language][locale]}{' '}
            <Text.small tone="ink-3" size="xs" lang={language}>
              {languageWords[language].own}
            </Text.small>
          </Text.a>
        ),
      },
      {
        key: 'coverage',
        title: t.coverage,
        width: 220,
        cell: ({ translated, total }) => <CoverageBadge done={translated} all={total} isLong />,
      },
      { key: 'status', title: t.state, width: 160, cell: ({ status }) => <LanguageBadge status={status} /> },
      { key: 'by', title: t.by, width: 120, cell: ({ updatedBy }) => updatedBy },
      {
        key: 'updatedAt',
        title: t.saved,
        width: 164,
        align: 'end',
        dim: true,
        cell: ({ updatedAt }) => <span className="time">{formatTime(updatedAt)}</span>,
      },
      {
        key: 'publishedAt',
        title: t.published,
        width: 164,
        align: 'end',
        dim: true,
        cell: ({ publishedAt }) => <span className="time">{formatTime(publishedAt)}</span>,
      },
      {
        key: 'open',
        title: '',
        width: 96,
        align: 'end',
        cell: ({ language }) => (
          <a
            href={languageHref(productId, language)}
            aria-label={`${mayEdit ? t.open : t.view}: ${languageWords[language][locale]}`}
          >
            {mayEdit ? t.open : t.view}
          </a>
        ),
      },
    ],
    [locale, mayEdit, productId, t, w],
  )
}
