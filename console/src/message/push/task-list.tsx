import { messageTypes } from '@brigade/contract/message/message.model.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { TaskSearch, taskStates, type TaskRow } from '@brigade/contract/message/task.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useLive } from '../../platform/live.ts'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { ask, makeHeldStale } from '../../platform/query.ts'
import { useList } from '../../shell/use-list.ts'
import type { Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { CountsBadge, TaskBadge } from '../message-badge.tsx'
import css from '../message.module.css'
import { messageText, taskText } from '../message.text.ts'
import type { EditingTask } from './task-sheet.tsx'
import { useTaskActions, type TaskActions } from './use-task-actions.tsx'

type Props = { onEdit: (editing: EditingTask) => void; add: ReactNode }

/** Lists push tasks, the next and newest first, with live changes by others and the progress of those being sent. */
export function TaskList({ onEdit, add }: Props) {
  const w = useWords(taskText)
  const locale = useLocale()
  const { form, table, search } = useList(taskApi.tasks, TaskSearch, 'message.push', useFilters())
  useFollowed(search)
  const [actions, confirmation] = useTaskActions()
  const rowActions = useRowActions(actions, onEdit)
  const columns = useColumns()
  return (
    <WithListSheet>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.tasks}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.words[locale].title}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: w.emptyHint, action: add }}
      />
      {confirmation}
    </WithListSheet>
  )
}

/**
 * Replaces tasks in place as they progress. A task that is not shown, or has changed its state, may change which rows
 * the list has.
 */
function useFollowed(search: TaskSearch): void {
  const client = useQueryClient()
  const { queryKey } = ask(taskApi.tasks, search)
  const pages = queryKey.slice(0, 2)
  const readAnew = (): void => void client.invalidateQueries({ queryKey: pages })
  // Live events also arrive for tasks on other pages.
  const lastStates = useRef(new Map<string, TaskRow['state']>())
  useLive(
    taskApi.tasksLive,
    {},
    ({ tasks }) => {
      if (tasks.length === 0) return
      const shown = client.getQueryData<Page<TaskRow>>(queryKey)?.list ?? []
      const stateOf = new Map([...lastStates.current, ...shown.map(({ id, state }) => [id, state] as const)])
      const moved = new Map(tasks.map((task) => [task.id, task]))
      patchHeld<Page<TaskRow>>(client, queryKey, (page) => ({
        ...page,
        list: page.list.map((row) => moved.get(row.id) ?? row),
      }))
      for (const { id, state } of tasks) lastStates.current.set(id, state)
      if (tasks.some(({ id, state }) => stateOf.get(id) !== state)) readAnew()
    },
    { onBegin: () => void makeHeldStale(client, taskApi.tasksLive), onReconnect: readAnew },
  )
}

function useFilters(): readonly Filter<keyof TaskSearch>[] {
  const m = useWords(messageText)
  const w = useWords(taskText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    choiceOf('state', [m.state, m.anyState], taskStates, (state) => w[`state-${state}`]),
    choiceOf('type', [m.type, m.anyType], messageTypes, (type) => m[`type-${type}`]),
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.plannedSpan },
    { kind: 'text', name: 'creator', label: w.creator, maxLength: 60 },
  ]
}

function useColumns(): readonly Column<TaskRow>[] {
  const m = useWords(messageText)
  const w = useWords(taskText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'title',
        title: w.keyword,
        width: 252,
        identifies: true,
        cell: (row) =>
          row.messageId === null ? (
            <span className={css.name} data-cut="">
              {row.words[locale].title}
            </span>
          ) : (
            <a className={css.name} href={`/message/list?id=${row.messageId}`} data-cut="">
              {row.words[locale].title}
            </a>
          ),
      },
      { key: 'state', title: m.state, width: 112, cell: (row) => <TaskBadge state={row.state} /> },
      { key: 'type', onPhone: 'more', title: m.type, width: 84, cell: (row) => m[`type-${row.type}`] },
      momentColumn('pushAt', w.planned, { onPhone: 'more', dim: true, sortable: true }),
      {
        key: 'receivers',
        title: w.receivers,
        width: 96,
        align: 'end',
        cell: (row) =>
          row.state === 'sending'
            ? w.progress({ done: formatNumber(row.done), total: formatNumber(row.receivers) })
            : formatNumber(row.receivers),
      },
      {
        key: 'counts',
        title: m.deliveries,
        cell: (row) => (row.error === '' ? <CountsBadge counts={row.counts} /> : row.error),
      },
      {
        key: 'audience',
        title: m.audience,
        width: 112,
        isExtra: true,
        cell: (row) => m[`audience-${row.audienceKind}`],
      },
      { key: 'creator', title: w.creator, width: 96, dim: true, cell: (row) => row.creator.name },
      {
        key: 'organisation',
        title: m.organisation,
        width: 144,
        isExtra: true,
        dim: true,
        cell: (row) => row.organisation.name,
      },
      momentColumn('createdAt', m.created, { dim: true, sortable: true, isExtra: true }),
    ],
    [m, w, locale],
  )
}

function useRowActions(
  actions: TaskActions,
  onEdit: (editing: EditingTask) => void,
): (row: TaskRow) => readonly RowAction[] {
  const w = useWords(taskText)
  const can = useCan()
  return useMemo(() => {
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row) => {
      const waits = row.state === 'planned' || row.state === 'paused'
      const whyNot = waits ? undefined : w.notWaiting
      const isSending = row.state === 'sending'
      return [
        ...(row.messageId === null
          ? []
          : [{ key: 'view', icon: 'eye' as const, label: w.messageOf, href: `/message/list?id=${row.messageId}` }]),
        ...held('message-push:create', {
          key: 'edit',
          icon: 'pencil',
          label: w.edit,
          disabledReason: whyNot,
          onClick: () => onEdit({ id: row.id }),
        }),
        ...held('message-push:create', {
          key: 'pause',
          icon: row.state === 'paused' ? 'send' : 'pause',
          label: row.state === 'paused' ? w.resume : w.pause,
          disabledReason: whyNot,
          onClick: () => actions.turn(row),
        }),
        ...held('message-push:create', {
          key: 'cancel',
          icon: 'x',
          label: isSending ? w.stop : w.cancel,
          disabledReason: waits || isSending ? undefined : w.over,
          onClick: () => actions.ask('cancel', row),
        }),
        ...held('message-push:remove', {
          key: 'remove',
          icon: 'trash',
          label: w.remove,
          danger: true,
          disabledReason: isSending ? w.stopFirst : undefined,
          onClick: () => actions.ask('remove', row),
        }),
      ]
    }
  }, [actions, onEdit, w, can])
}
