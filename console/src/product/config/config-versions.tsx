import type { ProductConfig } from '@brigade/contract/product/config/config.model.ts'
import { useMemo, useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { configText } from './config.text.ts'
import { Difference } from '../../ui/json-text/difference.tsx'
import { Text } from '../../ui/layout/layout.tsx'

type Version = ProductConfig['earlier'][number]
type Props = { config: ProductConfig; onTakeUp?: ((version: number, content: string) => void) | undefined }

/** Lists earlier versions with their changes, and offers to restore one. */
export function ConfigVersions({ config, onTakeUp }: Props) {
  const w = useWords(configText)
  const [compared, setCompared] = useState<Version | null>(null)
  const columns = useMemo(
    (): readonly Column<Version>[] => [
      {
        key: 'version',
        title: w.versionColumn,
        cell: (row) => (
          <span data-tip={row.note === '' ? undefined : row.note}>{w.version({ version: row.version })}</span>
        ),
      },
      {
        key: 'time',
        title: w.time,
        width: 156,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
      {
        key: 'actions',
        title: '',
        width: 72,
        align: 'end',
        overflows: true,
        cell: (row) => (
          <span>
            <IconButton
              size="small"
              icon="eye"
              label={w.compare({ version: row.version })}
              onClick={() => setCompared(row)}
            />
            {onTakeUp === undefined ? null : (
              <IconButton
                size="small"
                icon="rotate"
                label={w.takeUp}
                onClick={() => onTakeUp(row.version, row.content)}
              />
            )}
          </span>
        ),
      },
    ],
    [w, onTakeUp],
  )
  return (
    <Panel title={w.versions}>
      {config.earlier.length === 0 ? (
        <Text.p padding="16" tone="ink-3" size="s" marginBottom="12">
          {w.noVersions}
        </Text.p>
      ) : (
        <PlainTable label={w.versions} columns={columns} rows={config.earlier} rowKey={(row) => String(row.version)} />
      )}
      <Dialog
        title={compared === null ? '' : w.compare({ version: compared.version })}
        isOpen={compared !== null}
        onClose={() => setCompared(null)}
        width={720}
      >
        {compared === null ? null : (
          <>
            <Text.p tone="ink-3" size="s" marginBottom="12">
              {[formatTime(compared.updatedAt), compared.accountName, compared.note].filter(Boolean).join(' · ')}
            </Text.p>
            <Difference
              label={w.compare({ version: compared.version })}
              before={compared.content}
              after={config.content}
            />
          </>
        )}
      </Dialog>
    </Panel>
  )
}
