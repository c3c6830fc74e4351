import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import { today } from '../../platform/time/days.ts'
import { Icon } from '../icon/icon.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import css from './calendar.module.css'
import { calendarText } from './calendar.text.ts'
import * as days from './calendar-days.ts'
import type { Bounds, Unit } from './calendar-days.ts'

type Props = {
  /** A person chooses a day, or a year as any of its days. */
  unit?: 'day' | 'year'
  /** A day on the page that is shown first. */
  start: string
  bounds?: Bounds
  isChosen: (day: string) => boolean
  /** Between the ends of a range. */
  isWithin?: (day: string) => boolean
  onPick: (day: string) => void
  /** The day under the pointer or the keyboard. */
  onPoint?: (day: string) => void
}

const nothing = (): void => undefined

/**
 * Shows the days of a month, the months of a year or the years of a decade: arrows move, Page Up and Page Down turn the
 * page, Enter chooses.
 */
export function Calendar({
  unit = 'day',
  start,
  bounds = days.anyDay,
  isChosen,
  isWithin,
  onPick,
  onPoint = nothing,
}: Props) {
  const [view, setView] = useState<Unit>(unit)
  const [at, setAt] = useState(() => days.within(start, bounds))
  const page = useRef<HTMLDivElement>(null)
  const follows = useRef(false)
  // The focus moves to the target day, even on another page.
  useEffect(() => {
    if (follows.current) page.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    follows.current = false
  })
  const moveTo = (day: string, next = view): void => {
    follows.current = true
    setAt(days.within(day, bounds))
    setView(next)
  }
  const onKey = (event: KeyboardEvent, column: number, width: number): void => {
    const pages = { PageUp: -1, PageDown: 1 }[event.key]
    const step = days.stepOf(event.key, column, width)
    if (pages === undefined && step === undefined) return
    event.preventDefault()
    moveTo(pages === undefined ? days.addUnits(view, at, step ?? 0) : days.turned(view, at, pages))
  }
  const isOnPage = (day: string): boolean => view !== 'day' || days.isSame('month', day, at)
  const cell = (day: string) => ({
    isAt: days.isSame(view, day, at),
    isOff: days.isOutside(view, day, bounds),
    isChosen: view === unit ? isChosen(day) : days.isSame(view, day, start),
    isWithin: view === 'day' && isWithin?.(day) === true,
    isToday: view === 'day' && day === today(),
    isBeside: !isOnPage(day),
    onClick: () => (view === unit ? onPick(day) : moveTo(day, view === 'year' ? 'month' : 'day')),
    onReach: () => {
      onPoint(day)
      // A day of another month would turn the page under the pointer.
      if (isOnPage(day)) setAt(day)
    },
    onPoint: () => onPoint(day),
  })
  return (
    <div ref={page} className={css.calendar}>
      <Head
        view={view}
        at={at}
        bounds={bounds}
        onTurn={(pages) => setAt(days.within(days.turned(view, at, pages), bounds))}
        onUp={() => moveTo(at, view === 'day' ? 'month' : 'year')}
      />
      <table>
        {view === 'day' ? <Weekdays /> : null}
        <tbody>
          {days.rowsOf(view, at).map((row) => (
            <tr key={row[0]}>
              {row.map((day, column) => (
                <td key={day}>
                  <Cell view={view} day={day} {...cell(day)} onKeyDown={(event) => onKey(event, column, row.length)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps = { view: Unit; at: string; bounds: Bounds; onTurn: (pages: 1 | -1) => void; onUp: () => void }

/** The title of a page with buttons for the pages beside it. A click on the title shows a longer time at once. */
function Head({ view, at, bounds, onTurn, onUp }: HeadProps) {
  const w = useWords(calendarText)
  const parts = days.partsOf(at)
  const decade = parts.year - (parts.year % 10)
  const [previous, next, title] = {
    day: [w.previousMonth, w.nextMonth, w.month(parts)] as const,
    month: [w.previousYear, w.nextYear, w.year(parts)] as const,
    year: [w.previousDecade, w.nextDecade, `${decade} – ${decade + 9}`] as const,
  }[view]
  const isLast = (pages: 1 | -1): boolean => !days.hasPage(view, at, pages, bounds)
  return (
    <Row marginBottom="8">
      <Turn icon="chevron-left" label={previous} isOff={isLast(-1)} onClick={() => onTurn(-1)} />
      {view === 'year' ? (
        <Stack.span height="36" radius="s" align="center" justifyItems="center" grow className={css.title}>
          {title}
        </Stack.span>
      ) : (
        <Stack.button
          height="36"
          radius="s"
          align="center"
          justifyItems="center"
          grow
          type="button"
          className={css.title}
          onClick={onUp}
        >
          {title}
        </Stack.button>
      )}
      <Turn icon="chevron-right" label={next} isOff={isLast(1)} onClick={() => onTurn(1)} />
    </Row>
  )
}

type TurnProps = { icon: 'chevron-left' | 'chevron-right'; label: string; onClick: () => void; isOff: boolean }

const Turn = ({ icon, label, onClick, isOff }: TurnProps) => (
  <Stack.button
    height="36"
    radius="s"
    align="center"
    justifyItems="center"
    type="button"
    className={css.turn}
    aria-label={label}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon name={icon} />
  </Stack.button>
)

function Weekdays() {
  const w = useWords(calendarText)
  return (
    <thead>
      <tr>
        {w.weekdays.split(' ').map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type CellProps = {
  view: Unit
  day: string
  isAt: boolean
  isOff: boolean
  isChosen: boolean
  isWithin: boolean
  isToday: boolean
  isBeside: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** The keyboard is on it. */
  onReach: () => void
  /** The pointer is. */
  onPoint: () => void
}

const mark = (is: boolean): '' | undefined => (is ? '' : undefined)

function Cell({
  view,
  day,
  isAt,
  isOff,
  isChosen,
  isWithin,
  isToday,
  isBeside,
  onReach,
  onPoint,
  ...button
}: CellProps) {
  const w = useWords(calendarText)
  const parts = days.partsOf(day)
  const name = { day: w.day(parts), month: w.month(parts), year: undefined }[view]
  return (
    <Stack.button
      align="center"
      justifyItems="center"
      height="36"
      radius="s"
      size="s"
      tone="ink"
      full
      {...button}
      type="button"
      className={css.cell}
      tabIndex={isAt ? 0 : -1}
      aria-label={name}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      disabled={isOff}
      data-autofocus={mark(isAt)}
      data-outside={mark(isBeside)}
      data-within={mark(isWithin)}
      onPointerEnter={onPoint}
      onFocus={onReach}
    >
      {{ day: parts.day, month: w.monthAlone(parts), year: parts.year }[view]}
    </Stack.button>
  )
}
