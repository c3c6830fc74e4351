import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import css from './shadow.module.css'
import { freeText } from './shadow.text.ts'

type Free = Shadow['free'][number]

/** The panel shows the attributes that a device reports beside its thing model. Without such attributes there is no panel. */
export function FreeAttributesPanel({ shadow }: { shadow: Shadow | null }) {
  const w = useWords(freeText)
  const columns = useMemo(
    (): readonly Column<Free>[] => [
      {
        key: 'key',
        title: w.key,
        width: 176,
        cell: (row) => (
          <Text tone="ink-2" className={`mono ${css.identifier}`}>
            {row.key}
          </Text>
        ),
      },
      { key: 'value', title: w.value, cell: ({ value }) => <span className="mono">{plain(value)}</span> },
      momentColumn('time', w.time, { width: 164, dim: true }),
    ],
    [w],
  )
  if (shadow === null || shadow.free.length === 0) return null
  return (
    <Panel title={w.title} note={w.note}>
      <PlainTable label={w.title} columns={columns} rows={shadow.free} rowKey={({ key }) => key} />
    </Panel>
  )
}

/** A text is shown unchanged, any other value as JSON. */
const plain = (value: Free['value']): string => (typeof value === 'string' ? value : JSON.stringify(value))
