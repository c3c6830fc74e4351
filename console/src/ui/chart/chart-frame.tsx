import { useState, type ReactNode } from 'react'
import { saveBlob } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../button/button.tsx'
import { Stack } from '../layout/layout.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { Panel } from '../page/panel.tsx'
import { uiText } from '../ui.text.ts'

type Props = {
  title: string
  note?: ReactNode
  /** Before the table and image buttons. */
  actions?: ReactNode
  /** A chart below other headings sets the level of its own heading. */
  level?: 2 | 4
  /** The data is loading, there is none to draw, or the reason why it could not be loaded. */
  state: 'waiting' | 'empty' | 'ready' | { error: string; onRetry?: (() => void) | undefined }
  /** The height in pixels while it is loading or empty. */
  height: number
  /** The content is not a picture, so no image can be saved. */
  hasNoImage?: boolean
  /** An empty chart shows these words instead of the message that the period has no data. */
  emptyWords?: string | undefined
  /** The same figures as a table. */
  table: () => ReactNode
  /** The picture to keep; null if none is drawn. */
  image: () => Promise<Blob | null>
  /** Name of the image file, without its ending. */
  fileName: string
  children: ReactNode
}

type Asked = Readonly<{
  data: object | undefined
  error?: { message: string } | null | undefined
  onRetry?: (() => void) | undefined
  isEmpty?: boolean
}>
/** The state of a chart that loads data: loaded data stays, even if a later read fails. */
export function frameState({ data, error, onRetry, isEmpty = false }: Asked): Props['state'] {
  if (data !== undefined) return isEmpty ? 'empty' : 'ready'
  return error === undefined || error === null ? 'waiting' : { error: error.message, onRetry }
}

/** A panel with a chart: the same figures as a table, an image to keep, and its states. */
export function ChartFrame({ title, note, actions, level, state, height, emptyWords, table, image, ...rest }: Props) {
  const { fileName, children, hasNoImage = false } = rest
  const w = useWords(uiText)
  const [isTable, setTable] = useState(false)
  const save = async (): Promise<void> => {
    const picture = await image()
    if (picture !== null) saveBlob(picture, `${fileName}.png`)
  }
  const isReady = state === 'ready' && !hasNoImage
  const buttons = (
    <>
      {actions}
      <IconButton
        icon={isTable ? 'chart-line' : 'table'}
        label={isTable ? w.chartView : w.tableView}
        pressed={isTable}
        onClick={() => setTable(!isTable)}
      />
      <IconButton
        icon="download"
        label={w.saveImage}
        disabledReason={isTable ? w.chartView : isReady ? undefined : (emptyWords ?? w.noPoints)}
        onClick={() => void save()}
      />
    </>
  )
  return (
    <Panel title={title} note={note} actions={buttons} {...(level === undefined ? {} : { level })}>
      {typeof state === 'object' ? (
        <ErrorPanel message={state.error} {...(state.onRetry === undefined ? {} : { onRetry: state.onRetry })} />
      ) : state === 'waiting' ? (
        <Stack align="center" justifyItems="center" tone="ink-3" style={{ height }} aria-busy="true" />
      ) : isTable ? (
        table()
      ) : state === 'empty' ? (
        <Stack align="center" justifyItems="center" tone="ink-3" style={{ height }}>
          {emptyWords ?? w.noPoints}
        </Stack>
      ) : (
        children
      )}
    </Panel>
  )
}
