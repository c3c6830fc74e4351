import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { TaskStatusBadge } from '../firmware-badge.tsx'
import { FirmwareModelLink, UpgradeTaskLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import taskCss from './task.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { TargetLinks } from './targets.tsx'
import { taskText } from '../task.text.ts'

/** On a phone a long status wraps instead of being cut. */
const wrappingStatus = ({ status }: UpgradeTaskRow) => (
  <span className={taskCss.status}>
    <TaskStatusBadge status={status} />
  </span>
)

export function useTaskColumns(): readonly Column<UpgradeTaskRow>[] {
  const f = useWords(firmwareText)
  const w = useWords(taskText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: w.name,
        width: 188,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <UpgradeTaskLink id={row.id} className={css.name}>
            {row.name}
          </UpgradeTaskLink>
        ),
      },
      {
        key: 'status',
        title: f.status,
        width: 148,
        cell: wrappingStatus,
      },
      {
        key: 'model',
        onPhone: 'more',
        title: f.model,
        cell: (row) => <FirmwareModelLink id={row.model.id}>{row.model.name}</FirmwareModelLink>,
      },
      { key: 'target', title: w.target, width: 124, cell: (row) => <TargetLinks targets={row.targets} /> },
      { key: 'progress', onPhone: 'more', title: w.progress, width: 144, cell: (row) => <ProgressBar task={row} /> },
      { key: 'creator', title: f.creator, width: 100, dim: true, cell: (row) => row.creator?.name },
      {
        key: 'approver',
        title: w.approver,
        width: 100,
        dim: true,
        cell: (row) => (row.approvedBy ?? row.approver)?.name,
      },
      {
        key: 'type',
        title: w.taskType,
        width: 136,
        isExtra: true,
        cell: (row) => taskTypeWords[row.type][locale],
      },
      { key: 'description', title: f.remark, isExtra: true, dim: true, cell: (row) => row.description },
      {
        key: 'startedAt',
        title: w.startAt,
        width: 160,
        align: 'end',
        dim: true,
        sortable: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.startedAt ?? row.startAt)}</span>,
      },
      {
        key: 'endedAt',
        title: w.endAt,
        width: 160,
        align: 'end',
        dim: true,
        sortable: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.endedAt ?? row.endAt)}</span>,
      },
      momentColumn('createdAt', f.created, { width: 160, dim: true, sortable: true }),
    ],
    [f, w, locale],
  )
}
