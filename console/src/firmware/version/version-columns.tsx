import type { FirmwareVersionRow } from '@brigade/contract/firmware/firmware.model.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { shortBytes } from '../bytes.ts'
import { VersionBadge } from '../firmware-badge.tsx'
import { FirmwareModelLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { ModuleName } from '../module-name.tsx'
import { versionText } from './version.text.ts'

export type VersionsOf = 'current' | 'archived'

export function useVersionColumns(of: VersionsOf, onOpen: (id: string) => void): readonly Column<FirmwareVersionRow>[] {
  const f = useWords(firmwareText)
  const w = useWords(versionText)
  return useMemo(
    () => [
      {
        key: 'number',
        title: f.version,
        width: 104,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <button type="button" className={css.name} onClick={() => onOpen(row.id)}>
            {row.number}
          </button>
        ),
      },
      { key: 'alias', title: f.alias, width: 112, cell: (row) => row.alias },
      {
        key: 'model',
        title: f.model,
        cell: (row) => <FirmwareModelLink id={row.model.id}>{row.model.name}</FirmwareModelLink>,
      },
      { key: 'module', title: f.module, width: 72, cell: (row) => <ModuleName module={row.module} /> },
      {
        key: 'status',
        title: f.status,
        width: 116,
        cell: (row) => <VersionBadge enabled={row.enabled} isArchived={row.archivedAt !== null} />,
      },
      {
        key: 'size',
        title: w.size,
        width: 84,
        align: 'end',
        dim: true,
        cell: (row) => shortBytes(row.file.bytes),
      },
      {
        key: 'md5',
        title: w.md5,
        width: 270,
        isExtra: true,
        dim: true,
        cell: (row) => <span className="mono">{row.file.md5}</span>,
      },
      { key: 'sha', title: w.sha, width: 300, isExtra: true, dim: true, cell: (row) => row.file.sha256 },
      { key: 'devices', title: f.devices, width: 72, align: 'end', cell: (row) => formatNumber(row.devices) },
      { key: 'file', title: w.file, width: 180, isExtra: true, cell: (row) => row.file.name },
      { key: 'reportedAs', title: f.reported, width: 120, isExtra: true, cell: (row) => row.reportedAs },
      { key: 'notes', title: f.notes, width: 200, isExtra: true, dim: true, cell: (row) => row.notes },
      { key: 'creator', title: f.creator, width: 92, dim: true, cell: (row) => row.creator?.name },
      ...(of === 'archived'
        ? [
            {
              key: 'archivedAt',
              title: w.archivedAt,
              width: 152,
              align: 'end' as const,
              dim: true,
              sortable: true,
              cell: (row: FirmwareVersionRow) => <span className="time">{formatTime(row.archivedAt)}</span>,
            },
          ]
        : []),
      momentColumn('createdAt', w.uploaded, { width: 152, dim: true, sortable: true }),
    ],
    [f, w, of, onOpen],
  )
}
