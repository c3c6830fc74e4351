import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import { listFaultWords } from '@brigade/contract/firmware/upgrade-words.ts'
import type { ListedDevices } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { useMemo, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import shared from '../firmware.module.css'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import type { TaskForm } from './use-task-form.ts'

type Props = { form: TaskForm; isFixed: boolean }
const ways = ['pasted', 'file'] as const

/** The devices of a task, pasted or from a table: each row that was left out is shown with its reason. */
export function DeviceListField({ form, isFixed }: Props) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf } = form
  const [read, setRead] = useState<ListedDevices | null>(null)
  const hasList = typed.list !== null || typed.deviceIds.length > 0
  const take = (list: ListedDevices): void => {
    setRead(list)
    put({ list: list.found === 0 ? null : { id: list.listId, name: list.name, devices: list.found }, deviceIds: [] })
  }
  const problem = errorOf('listId') ?? errorOf('deviceIds')
  return (
    <Box.fieldset margin="0 0 20" padding="0" border="none" shrink className={css.block}>
      <Text.legend margin="0" padding="0 0 8" weight="600">
        {w.list}
      </Text.legend>
      {hasList ? (
        <div className={css.bar} role="status">
          <b>
            {typed.list === null
              ? w.someDevices({ n: formatNumber(typed.deviceIds.length) })
              : w.listed({ name: typed.list.name, n: formatNumber(typed.list.devices) })}
          </b>
          {isFixed ? null : (
            <Button
              size="small"
              onClick={() => {
                setRead(null)
                put({ list: null, deviceIds: [] })
              }}
            >
              {w.anotherList}
            </Button>
          )}
        </div>
      ) : (
        <Source form={form} onRead={take} />
      )}
      {read === null ? null : <BadRows read={read} />}
      {problem === undefined || hasList ? null : (
        <p className={shared.wrong} role="alert">
          {problem}
        </p>
      )}
    </Box.fieldset>
  )
}

type SourceProps = { form: TaskForm; onRead: (list: ListedDevices) => void }

function Source({ form: { typed, put }, onRead }: SourceProps) {
  const w = useWords(taskFormText)
  const locale = useLocale()
  const [way, setWay] = useState<(typeof ways)[number]>('pasted')
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<CallError | null>(null)
  const send = async (file: Blob, name?: string): Promise<void> => {
    setReading(true)
    setRefused(null)
    try {
      const options = { quiet: true, ...(name === undefined ? {} : { name }) }
      onRead(await upload(firmwareDeviceApi.readList, file, {}, options))
    } catch (error) {
      if (error instanceof CallError) setRefused(error)
    } finally {
      setReading(false)
    }
  }
  const saveTemplate = async (): Promise<void> => {
    const { blob, name } = await download(firmwareDeviceApi.template, {})
    saveBlob(blob, name)
  }
  return (
    <>
      <div className={css.bar}>
        <Segments
          label={w.how_list}
          value={way}
          options={[
            { value: 'pasted', label: w.pasted },
            { value: 'file', label: w.fromFile },
          ]}
          onChange={setWay}
        />
        <Box.span grow />
        <Button size="small" look="quiet" icon="download" onClick={() => void saveTemplate()}>
          {w.template}
        </Button>
      </div>
      {way === 'pasted' ? (
        <>
          <RefusedNote message={refused} />
          <TextArea
            label={w.pasted}
            rows={5}
            hint={w.pasteHint}
            value={typed.pasted}
            onChange={(event) => put({ pasted: event.currentTarget.value })}
          />
          <Button
            busy={isReading}
            disabledReason={typed.pasted.trim() === '' ? w.pasteHint : undefined}
            onClick={() => void send(new Blob([typed.pasted], { type: 'text/plain' }), w.pastedName)}
          >
            {w.read}
          </Button>
        </>
      ) : isReading ? (
        <p role="status" aria-busy="true">
          {w.reading}
        </p>
      ) : (
        <FileDrop
          endings={['.xlsx', '.csv', '.txt']}
          maxBytes={taskLimits.listBytes}
          hint={w.fileHint({ mb: taskLimits.listBytes / 1_048_576, rows: formatNumber(taskLimits.listed) })}
          refused={refused?.messageIn(locale) ?? null}
          onFile={(file) => void send(file)}
        />
      )}
    </>
  )
}

function BadRows({ read }: { read: ListedDevices }) {
  const w = useWords(taskFormText)
  const locale = useLocale()
  const count = read.unknown + read.repeated + read.unreadable
  const columns = useMemo(
    (): readonly Column<ListedDevices['bad'][number]>[] => [
      { key: 'row', title: w.row, width: 64, align: 'end', cell: ({ row }) => formatNumber(row) },
      { key: 'sn', title: w.sn, cell: ({ sn }) => <span className="mono">{sn}</span> },
      { key: 'why', title: w.why, width: 150, cell: ({ why }) => listFaultWords[why][locale] },
    ],
    [w, locale],
  )
  if (count === 0) return null
  const save = async (): Promise<void> => {
    const { blob, name } = await download(firmwareDeviceApi.badRows, { listId: read.listId })
    saveBlob(blob, name)
  }
  return (
    <>
      <div className={css.bar} role="status">
        <Text tone="warn">
          {w.bad({
            n: formatNumber(count),
            unknown: formatNumber(read.unknown),
            repeated: formatNumber(read.repeated),
            unreadable: formatNumber(read.unreadable),
          })}
        </Text>
        <Button size="small" icon="download" onClick={() => void save()}>
          {w.badFile}
        </Button>
      </div>
      <PlainTable
        label={w.badRows}
        columns={columns}
        rows={read.bad}
        rowKey={({ row }) => String(row)}
        maxHeight={200}
      />
      {read.bad.length < count ? (
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {w.firstBad({ n: formatNumber(read.bad.length) })}
        </Text.p>
      ) : null}
    </>
  )
}
