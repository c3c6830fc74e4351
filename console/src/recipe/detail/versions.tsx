import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeDetail, VersionRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from '../recipe.module.css'
import { CompareVersions, type Pair } from './compare-versions.tsx'
import { detailText } from './detail.text.ts'

/**
 * Lists every publication, newest first, with author, date and reason; a version can be compared, and restored into the
 * draft.
 */
export function VersionsTab({ recipe }: { recipe: RecipeDetail }) {
  const w = useWords(detailText)
  const can = useCan()
  const { data, error, refetch } = useQuery(ask(recipeApi.history, { id: recipe.id }, { quiet: true }))
  const [pair, setPair] = useState<Pair | null>(null)
  const [restoring, setRestoring] = useState<VersionRow | null>(null)
  const mayRestore = recipe.isOwn && can('recipe:update')
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const rows = (data ?? []).toSorted((a, b) => b.version - a.version)
  return (
    <div className={css.body}>
      <PlainTable
        label={w.versionsTab}
        rows={rows}
        rowKey={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            title: w.version,
            width: 148,
            cell: ({ version, isCurrent }) => `v${version}${isCurrent ? ` · ${w.current}` : ''}`,
          },
          { key: 'at', title: w.publishedAt, width: 156, cell: ({ publishedAt }) => formatTime(publishedAt) },
          { key: 'by', title: w.publishedBy, width: 140, cell: ({ publishedBy }) => publishedBy },
          { key: 'note', title: w.note, cell: ({ note }) => note },
          {
            key: 'sha',
            title: w.fingerprint,
            width: 120,
            cell: ({ sha256 }) => (
              <span className="mono" data-tip={sha256}>
                {sha256.slice(0, 12)}
              </span>
            ),
          },
          {
            key: 'actions',
            title: '',
            width: 300,
            align: 'end',
            overflows: true,
            cell: (row) => (
              <>
                <Button
                  size="small"
                  look="quiet"
                  onClick={() => setPair({ before: row.version, after: recipe.isOwn ? 0 : row.version })}
                >
                  {w.compare}
                </Button>{' '}
                {mayRestore ? (
                  <Button size="small" look="quiet" onClick={() => setRestoring(row)}>
                    {w.restore}
                  </Button>
                ) : null}
              </>
            ),
          },
        ]}
        empty={data === undefined ? null : <EmptyPanel title={w.noVersions} hint={w.noVersionsHint} />}
      />
      <CompareVersions recipe={recipe} versions={rows} pair={pair} onPair={setPair} />
      <RestoreVersion recipe={recipe} row={restoring} onClose={() => setRestoring(null)} />
    </div>
  )
}

type RestoreProps = { recipe: RecipeDetail; row: VersionRow | null; onClose: () => void }

function RestoreVersion({ recipe, row, onClose }: RestoreProps) {
  const w = useWords(detailText)
  const restore = useSend(recipeApi.restoreVersion, { quiet: true })
  return (
    <ConfirmAction
      title={w.restoreTitle({ n: row?.version ?? 0 })}
      isOpen={row !== null}
      onClose={onClose}
      confirmLabel={w.restore}
      onConfirm={async () => {
        if (row === null) return
        await restore.mutateAsync({ id: recipe.id, version: row.version, updatedAt: recipe.updatedAt })
        toastDone(w.restored)
      }}
    >
      {w.restoreBody}
    </ConfirmAction>
  )
}
