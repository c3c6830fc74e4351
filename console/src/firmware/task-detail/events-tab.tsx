import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import {
  TaskEventSearch,
  taskEventKinds,
  type TaskEventRow,
  type UpgradeTaskDetail,
} from '@brigade/contract/firmware/task.model.ts'
import { taskEventWords, upgradeStateWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useMemo } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { taskHref } from '../firmware-address.ts'
import { useReasonWords } from '../firmware-badge.tsx'
import { firmwareText } from '../firmware.text.ts'
import { ModuleName } from '../module-name.tsx'
import { DeviceOrGone } from './device-or-gone.tsx'
import { taskDetailText } from './task-detail.text.ts'

type Row = ReturnType<typeof TaskEventRow.parse>

/** Each step of the task and of its devices, the newest first. */
export function EventsTab({ task }: { task: UpgradeTaskDetail }) {
  const w = useWords(taskDetailText)
  const columns = useEventColumns()
  const { form, table, search } = useList(upgradeTaskApi.events, TaskEventSearch, 'firmware.task-event', useFilters())
  return (
    <WithListSheet>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.events}
        columns={columns}
        rowKey={(row) => row.seq}
        rowName={(row) => row.at}
        lead={
          search.deviceId === undefined ? undefined : (
            <Button size="small" icon="filter-off" onClick={() => go(taskHref(task.id, 'events'))}>
              {w.allDevices}
            </Button>
          )
        }
        empty={{ title: w.emptyEvents, hint: w.emptyEventsHint }}
      />
    </WithListSheet>
  )
}

function useFilters(): readonly Filter<keyof TaskEventSearch>[] {
  const w = useWords(taskDetailText)
  const locale = useLocale()
  return [choiceOf('kind', [w.event, w.anyEvent], taskEventKinds, (kind) => taskEventWords[kind][locale])]
}

function useEventColumns(): readonly Column<Row>[] {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const reasonOf = useReasonWords()
  return useMemo(() => {
    const detailOf = ({ from, to, reason, text }: Row): string => {
      const states = [from, to].flatMap((state) => (state === null ? [] : [upgradeStateWords[state][locale]]))
      return [states.join(' → '), reasonOf(reason), text].filter(Boolean).join(' · ')
    }
    return [
      timeColumn(w.time, (row) => row.at, 'at'),
      { key: 'kind', title: w.event, width: 180, cell: (row) => taskEventWords[row.kind][locale] },
      { key: 'who', title: w.who, width: 120, dim: true, cell: (row) => row.who?.name ?? w.bySystem },
      {
        key: 'device',
        title: w.sn,
        width: 160,
        cell: ({ device }) => (device === null ? '' : <DeviceOrGone device={device} />),
      },
      {
        key: 'module',
        title: f.module,
        width: 84,
        cell: ({ module }) => (module === '' ? '' : <ModuleName module={module} />),
      },
      { key: 'detail', title: w.detail, cell: detailOf },
    ]
  }, [w, f, locale, reasonOf])
}
