import { Suspense, lazy, useRef, useState, type ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useScheme } from '../../platform/scheme.ts'
import { ChartFrame, frameState } from '../chart/chart-frame.tsx'
import { MarksLegend } from '../chart/curve-legend.tsx'
import type { PlotHandle } from '../chart/use-plot.ts'
import type { Column } from '../data-table/column.ts'
import { PlainTable } from '../data-table/plain-table.tsx'
import { Grid, Row, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { LinesList } from './lines-list.tsx'
import type { Lines } from './lines-model.ts'
import css from './lines.module.css'

const LinesPlot = lazy(() => import('./lines-plot.tsx').then((module) => ({ default: module.LinesPlot })))

type Props = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** Undefined while it is fetched for the first time. Make it once per change (useMemo): the plot redraws when it changes. */
  lines: Lines | undefined
  error?: { message: string } | null
  onRetry?: (() => void) | undefined
  fileName: string
  /** The line that a person chose, by its key; it stays raised, and `marks` are its. */
  pinned: string | null
  onPin: (key: string | null) => void
}

/**
 * Draws many lines over the same times, which are told apart by pointing at a line or its name, with values, a table of
 * figures, and an image to download.
 */
export function LinesPanel({ title, note, actions, lines, error, onRetry, fileName, pinned, onPin }: Props) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [place, setPlace] = useState<number | null>(null)
  // Every colour of the canvas was read from the theme: another scheme is another canvas.
  const scheme = useScheme((state) => state.scheme)
  const plot = useRef<PlotHandle>(null)
  const height = lines?.height ?? 360
  const isEmpty = lines !== undefined && lines.lines.every(({ whole }) => whole === null)
  const raised = pointed ?? pinned
  return (
    <ChartFrame
      title={title}
      note={note}
      actions={actions}
      state={frameState({ data: lines, error, onRetry, isEmpty })}
      height={height + 48}
      table={() => (lines === undefined ? null : <LinesTable lines={lines} />)}
      image={async () => (await plot.current?.image()) ?? null}
      fileName={fileName}
    >
      {lines === undefined ? null : (
        <>
          <LinesHead lines={lines} place={place} raised={raised} />
          {lines.marks === undefined || lines.marks.every(({ stretches }) => stretches.length === 0) ? null : (
            <Row gap="4 24" padding="4 16 0" wrap size="s">
              <MarksLegend marks={lines.marks} cursorMs={place === null ? null : (lines.times[place] ?? null)} />
            </Row>
          )}
          <Grid className={css.body}>
            <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
              <LinesPlot
                key={scheme}
                ref={plot}
                lines={lines}
                raised={raised}
                onRaise={setPointed}
                onPlace={setPlace}
              />
            </Suspense>
            <div style={{ display: 'grid', maxHeight: height + 8 }}>
              <LinesList {...{ lines, place, raised, pinned }} onRaise={setPointed} onPin={onPin} />
            </div>
          </Grid>
        </>
      )}
    </ChartFrame>
  )
}

/** The highlighted line with its values at the cursor; without one, the content of the list. */
function LinesHead({ lines, place, raised }: { lines: Lines; place: number | null; raised: string | null }) {
  const w = useWords(uiText)
  const line = lines.lines.find(({ key }) => key === raised)
  const time = place === null ? undefined : lines.times[place]
  const format = (value: number | null | undefined): string => formatNumber(value, lines.digits)
  return (
    <Row.p gap="4 16" align="baseline" minHeight="40" tone="ink-2" wrap className={css.head}>
      {time === undefined ? null : (
        <Text.time weight="550" tone="ink">
          {lines.format(time)}
        </Text.time>
      )}
      {line === undefined ? (
        <Text.small size="xs" tone="ink-3">
          {time === undefined ? w.meansOfSpan : w.pointAtLine}
        </Text.small>
      ) : (
        <>
          {line.name}{' '}
          <Text.b weight="600" tone="ink">
            {format(place === null ? line.whole : line.values[place])}
          </Text.b>
          {place === null || (line.values[place] ?? null) === null ? null : (
            <Text.small size="xs" tone="ink-3">
              {w.lowToHigh({ low: format(line.low[place]), high: format(line.high[place]) })}
            </Text.small>
          )}
        </>
      )}
      <Text.small size="xs" tone="ink-3">
        {lines.unit}
      </Text.small>
    </Row.p>
  )
}

/** Nobody compares more columns on screen; the download has all of them. */
const maxColumns = 12

function LinesTable({ lines }: { lines: Lines }) {
  const w = useWords(uiText)
  const shown = lines.lines.slice(0, maxColumns)
  const rows = lines.times.map((time, place) => ({ time, place })).toReversed()
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'time', title: w.time, width: 152, cell: ({ time }) => lines.format(time) },
    ...shown.map(({ key, name, values }) => ({
      key,
      title: name,
      least: 120,
      align: 'end' as const,
      cell: ({ place }: (typeof rows)[number]) => formatNumber(values[place], lines.digits),
    })),
  ]
  return (
    <>
      <PlainTable
        label={lines.label}
        columns={columns}
        rows={rows}
        rowKey={({ time }) => String(time)}
        maxHeight={(lines.height ?? 360) + 40}
      />
      {lines.lines.length > maxColumns ? (
        <Text.p padding="8 16" size="xs" tone="ink-3">
          {w.firstColumns({ count: maxColumns, all: lines.lines.length })}
        </Text.p>
      ) : null}
    </>
  )
}
