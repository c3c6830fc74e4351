import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { versionLimits, type VersionRow } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { draftHref } from '../model-address.ts'
import { ExportVersionMenu } from '../transfer/export-model-menu.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { RestoreVersion } from './restore-version.tsx'
import css from './versions.module.css'
import { versionsText } from './versions.text.ts'

/** Lists the published versions of a thing model. They are compared, exported, and restored into the draft. */
export function VersionsTab({ product }: { product: ProductDetail }) {
  const w = useWords(versionsText)
  const can = usePlatformCan()
  const { data, error, refetch } = useQuery(ask(thingModelApi.versions, { productId: product.id }, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Stack gap="12" padding="24 gutter" role="status" aria-label={w.loading} aria-busy="true">
        {[80, 72, 84].map((width) => (
          <Box.span key={width} height="12" radius="xs" ground="line" style={{ width: `${width}%` }} />
        ))}
      </Stack>
    )
  if (data.length === 0)
    return (
      <EmptyPanel
        icon="rotate"
        title={w.none}
        hint={w.noneHint}
        action={can('thing-model:view') ? <a href={draftHref(product.id)}>{w.toDraft}</a> : undefined}
      />
    )
  return <Versions product={product} versions={data} />
}

function Versions({ product, versions }: { product: ProductDetail; versions: readonly VersionRow[] }) {
  const w = useWords(versionsText)
  const canSeeDraft = usePlatformCan()('thing-model:view')
  const [compared, setCompared] = useState<number | null>(null)
  const [restored, setRestored] = useState<VersionRow | null>(null)
  const columns = useVersionColumns(product, versions, { onCompare: setCompared, onRestore: setRestored })
  return (
    <>
      <Row gap="16" padding="0 gutter" align="center" tone="ink-3" className={css.bar}>
        <span>{w.kept({ kept: versionLimits.kept })}</span>
      </Row>
      <div className={css.rows}>
        <PlainTable label={w.versions} columns={columns} rows={versions} rowKey={({ version }) => String(version)} />
      </div>
      <CompareDialog
        product={product}
        versions={versions}
        withDraft={canSeeDraft}
        start={compared}
        onClose={() => setCompared(null)}
      />
      <RestoreVersion product={product} version={restored} onClose={() => setRestored(null)} />
    </>
  )
}

type Doing = { onCompare: (version: number) => void; onRestore: (version: VersionRow) => void }

function useVersionColumns(
  product: ProductDetail,
  versions: readonly VersionRow[],
  { onCompare, onRestore }: Doing,
): readonly Column<VersionRow>[] {
  const w = useWords(versionsText)
  const canPlatform = usePlatformCan()
  const canRestore = canPlatform('thing-model:update')
  const canExport = useCan()('thing-model:export')
  const [first] = versions
  const isComparable = canPlatform('thing-model:view') || versions.length > 1
  return useMemo(
    (): readonly Column<VersionRow>[] => [
      {
        key: 'name',
        title: w.version,
        width: 168,
        identifies: true,
        overflows: true,
        cell: ({ name, version }) => <VersionName name={name} isCurrent={version === first?.version} />,
      },
      { key: 'number', title: w.number, width: 40, align: 'end', cell: ({ version }) => formatNumber(version) },
      { key: 'note', title: w.note, cell: ({ note }) => (note === '' ? '' : <span data-cut="">{note}</span>) },
      {
        key: 'functions',
        title: w.functions,
        width: 72,
        align: 'end',
        cell: ({ functions }) => formatNumber(functions),
      },
      {
        key: 'publishedAt',
        title: w.publishedAt,
        width: 156,
        align: 'end',
        cell: ({ publishedAt }) => <span className="time">{formatTime(publishedAt)}</span>,
      },
      { key: 'publishedBy', title: w.publishedBy, width: 76, cell: ({ publishedBy }) => publishedBy },
      {
        key: 'actions',
        title: w.actions,
        width: 232,
        align: 'end',
        overflows: true,
        cell: (row) => (
          <Row.span gap="4" justify="end">
            {isComparable ? (
              <Button
                look="quiet"
                size="small"
                aria-label={w.compareNamed({ name: row.name })}
                onClick={() => onCompare(row.version)}
              >
                {w.compare}
              </Button>
            ) : null}
            {canRestore ? (
              <Button
                look="quiet"
                size="small"
                aria-label={w.restoreNamed({ name: row.name })}
                onClick={() => onRestore(row)}
              >
                {w.restore}
              </Button>
            ) : null}
            {canExport ? <ExportVersionMenu product={product} version={row} /> : null}
          </Row.span>
        ),
      },
    ],
    [w, first, isComparable, canRestore, canExport, product, onCompare, onRestore],
  )
}

function VersionName({ name, isCurrent }: { name: string; isCurrent: boolean }) {
  const w = useWords(versionsText)
  return (
    <>
      <Text weight="600">{name}</Text>
      {isCurrent ? (
        <Text
          padding="0 6"
          marginLeft="8"
          radius="xs"
          tone="ok"
          size="xs"
          line="18"
          weight="550"
          className={css.current}
        >
          {w.current}
        </Text>
      ) : null}
    </>
  )
}
