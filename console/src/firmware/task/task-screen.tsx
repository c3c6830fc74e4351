import { taskTypes } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { UpgradeTaskSearch, type UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { actRefusal, taskStatuses, type TaskAct } from '@brigade/contract/firmware/task.rules.ts'
import { taskStatusWords, taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useLiveStale } from '../../platform/live.ts'
import { askPage } from '../../platform/query.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { TotalsStrip } from '../../ui/list-page/totals-strip.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { firmwareActs } from '../firmware-acts.ts'
import { taskHref } from '../firmware-address.ts'
import { firmwareModelSource } from '../firmware-select.tsx'
import { firmwareText } from '../firmware.text.ts'
import { useRefusalWords } from '../refusal-words.ts'
import { TaskSheet, type EditingTask } from '../task-form/task-sheet.tsx'
import { actIcons } from './act-icons.ts'
import { useTaskColumns } from './task-columns.tsx'
import { taskText } from '../task.text.ts'
import { useActWords } from './use-act-words.ts'
import { useTaskActs, type TaskActs } from './use-task-acts.tsx'

/** The list of upgrade tasks by status, those that wait for the caller first. */
export function TaskScreen() {
  const w = useWords(taskText)
  const { form, table, search, change } = useList(
    upgradeTaskApi.tasks,
    UpgradeTaskSearch,
    'firmware.task',
    useFilters(),
  )
  // Tasks go on by themselves.
  useLiveStale(upgradeTaskApi.tasksLive, {}, ({ hasNews }) => hasNews)
  const columns = useTaskColumns()
  const [editing, setEditing] = useKept<EditingTask | null>('upgrade task sheet', null)
  const [acts, dialogs] = useTaskActs()
  const rowActions = useRowActions(acts, setEditing)
  const add = useActButton(firmwareActs.addTask, () => setEditing({ id: null }))
  return (
    <ListPage
      title={w.title}
      primary={add}
      totals={
        <Box marginBottom="12">
          <Tiles search={search} onChoose={(choice) => change({ ...choice, pageNum: undefined })} />
        </Box>
      }
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <TaskSheet editing={editing} onClose={() => setEditing(null)} />
      {dialogs}
    </ListPage>
  )
}

type Choice = { status: string | undefined; waitingForMe: string | undefined }
type TilesProps = { search: UpgradeTaskSearch; onChoose: (choice: Choice) => void }

/** Each tile sets its filter, and removes it when it is pressed again. */
function Tiles({ search, onChoose }: TilesProps) {
  const w = useWords(taskText)
  const locale = useLocale()
  const { pageNum: _num, pageSize: _size, sort: _sort, status: _status, waitingForMe: _mine, ...others } = search
  const { data } = useQuery(askPage(upgradeTaskApi.taskFigures, others, { quiet: true }))
  const mine = 'waitingForMe'
  const active = search.waitingForMe === true ? mine : (search.status ?? null)
  const choose = (key: string): void => {
    const isOff = key === active
    onChoose({
      status: isOff || key === mine ? undefined : key,
      waitingForMe: !isOff && key === mine ? 'true' : undefined,
    })
  }
  return (
    <TotalsStrip
      label={w.tiles}
      active={active}
      onChoose={choose}
      totals={[
        { key: mine, label: w.waitingForMe, count: data?.waitingForMe },
        ...taskStatuses.map((status) => ({
          key: status,
          label: taskStatusWords[status][locale],
          count: data?.byStatus[status],
        })),
      ]}
    />
  )
}

function useFilters(): readonly Filter<keyof UpgradeTaskSearch>[] {
  const f = useWords(firmwareText)
  const w = useWords(taskText)
  const locale = useLocale()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    choiceOf('status', [f.status, w.anyStatus], taskStatuses, (status) => taskStatusWords[status][locale]),
    { kind: 'remote-select', name: 'modelId', label: f.model, placeholder: f.anyModel, source: firmwareModelSource },
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.createdSpan },
    choiceOf('type', [w.taskType, w.anyType], taskTypes, (type) => taskTypeWords[type][locale]),
    {
      kind: 'select',
      name: 'waitingForMe',
      label: w.approver,
      placeholder: w.anyTask,
      options: [{ value: 'true', label: w.waitingForMe }],
    },
  ]
}

const rowActs = ['start', 'stop', 'withdraw', 'remove'] as const satisfies readonly TaskAct[]

function useRowActions(
  acts: TaskActs,
  onEdit: (editing: EditingTask) => void,
): (row: UpgradeTaskRow) => readonly RowAction[] {
  const f = useWords(firmwareText)
  const words = useActWords()
  const refusalWords = useRefusalWords()
  const can = usePlatformCan()
  return useMemo(
    () => (row) => [
      { key: 'view', icon: 'eye', label: f.view, href: taskHref(row.id) },
      ...(can('firmware-task:update')
        ? [
            {
              key: 'update',
              icon: 'pencil' as const,
              label: f.edit,
              disabledReason: refusalWords(actRefusal(row, 'update')),
              onClick: () => onEdit({ id: row.id }),
            },
          ]
        : []),
      ...rowActs
        .filter((act) => acts.mayDo(act))
        .map((act) => ({
          key: act,
          icon: actIcons[act],
          label: words(act),
          danger: act === 'withdraw' || act === 'remove',
          disabledReason: refusalWords(actRefusal(row, act)),
          onClick: () => acts.ask(act, row),
        })),
    ],
    [f, words, refusalWords, can, acts, onEdit],
  )
}
