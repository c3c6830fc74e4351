import { tableFormats } from '@brigade/contract/job/job.model.ts'
import { messageLimits } from '@brigade/contract/message/message.model.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import type { Audience, ListRead } from '@brigade/contract/message/task.model.ts'
import { useMemo, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PagedTable, pageWithin } from '../../ui/data-table/plain-table.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import css from '../message.module.css'
import { listText } from '../message.text.ts'

type Props = {
  /** The task that is edited; undefined: a new one. */
  taskId: string | undefined
  to: Audience['to']
  isOpen: boolean
  onTake: (names: readonly string[]) => void
  onClose: () => void
}

type State =
  | Readonly<{ phase: 'choose'; refused: CallError | null }>
  | Readonly<{ phase: 'reading' }>
  | Readonly<{ phase: 'read'; list: ListRead }>

const atStart: State = { phase: 'choose', refused: null }

/** Reads receivers from a table: how many can be sent to, and each row that cannot with its reason. */
export function ListDialog({ taskId, to, isOpen, onTake, onClose }: Props) {
  const w = useWords(listText)
  const [state, setState] = useState<State>(atStart)
  const close = (): void => {
    setState(atStart)
    onClose()
  }
  const read = async (file: File): Promise<void> => {
    setState({ phase: 'reading' })
    try {
      const list = await upload(taskApi.readList, file, taskId === undefined ? { to } : { taskId, to }, { quiet: true })
      setState({ phase: 'read', list })
    } catch (error) {
      setState({ phase: 'choose', refused: error instanceof CallError ? error : null })
    }
  }
  return (
    <Dialog title={w.title} isOpen={isOpen} onClose={close} width={640}>
      {state.phase === 'read' ? (
        <Read
          to={to}
          list={state.list}
          onTake={(names) => {
            onTake(names)
            close()
          }}
          onAnother={() => setState(atStart)}
        />
      ) : (
        <Choose to={to} state={state} onFile={(file) => void read(file)} onClose={close} />
      )}
    </Dialog>
  )
}

type ChooseProps = {
  to: Props['to']
  state: Exclude<State, { phase: 'read' }>
  onFile: (file: File) => void
  onClose: () => void
}

function Choose({ to, state, onFile, onClose }: ChooseProps) {
  const w = useWords(listText)
  return (
    <>
      <Text.p preWrap anywhere>
        {w[`intro-${to}`]}
      </Text.p>
      {state.phase === 'reading' ? (
        <p role="status" aria-busy="true">
          {w.reading}
        </p>
      ) : (
        <FileDrop
          endings={tableFormats.map((format) => `.${format}`)}
          maxBytes={messageLimits.listBytes}
          hint={w.limits({ mb: messageLimits.listBytes / 1_048_576, rows: formatNumber(messageLimits.listed) })}
          refused={state.refused?.message ?? null}
          onFile={onFile}
        />
      )}
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
      </DialogFoot>
    </>
  )
}

type ReadProps = { to: Props['to']; list: ListRead; onTake: (names: readonly string[]) => void; onAnother: () => void }

function Read({ to, list: { names, refused }, onTake, onAnother }: ReadProps) {
  const w = useWords(listText)
  const [search, setSearch] = useState({ pageNum: 1, pageSize: 10 })
  const columns = useMemo(
    (): readonly Column<ListRead['refused'][number]>[] => [
      { key: 'row', title: w.row, width: 60, align: 'end', cell: ({ row }) => formatNumber(row) },
      { key: 'name', title: w[`name-${to}`], width: 190, cell: ({ name }) => name },
      { key: 'why', title: w.reason, width: 240, cell: ({ why }) => why },
    ],
    [w, to],
  )
  return (
    <>
      <p className={css.figure} role="status">
        {w.found({ n: formatNumber(names.length) })}
        {refused.length === 0 ? '' : ` ${w.notFound({ n: formatNumber(refused.length) })}`}
      </p>
      {refused.length === 0 ? null : (
        <PagedTable
          label={w.refused}
          columns={columns}
          rowKey={({ row }) => String(row)}
          page={pageWithin(refused, search)}
          search={search}
          onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
        />
      )}
      <DialogFoot>
        <Button onClick={onAnother}>{w.another}</Button>
        <Button look="primary" disabledReason={names.length === 0 ? w.none : undefined} onClick={() => onTake(names)}>
          {w.take({ n: formatNumber(names.length) })}
        </Button>
      </DialogFoot>
    </>
  )
}
