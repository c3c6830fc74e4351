import { minuteMs } from '@brigade/contract/time.ts'
import { stageModes } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { formatClock, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { factOf, stateOf } from '../view/device-state.ts'
import { deviceListText, stateWords } from '../view/device.text.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { detailText } from '../view/detail.text.ts'
import { entryOf, numberOf, propertyText, valueOf, type DeviceView } from '../view/device-view.ts'
import css from './head.module.css'
import { plannedStages } from '../view/planned-stages.ts'

/** The right part of the head card: the state, the programme by its stages, the time left, and the time of the last connection. */
export function HeadState({ view }: { view: DeviceView }) {
  const w = useWords(detailText)
  const list = useWords(deviceListText)
  const locale = useLocale()
  const units = useUnits()
  const nowMs = useNow(1000)
  const { device, kind } = view
  const state = stateOf(device)
  const { stage, stageCount } = device.fact
  const isStaged = state === 'cooking' && stage !== null && stageCount !== null && stageCount > 0
  const fact = isStaged
    ? w.stageOf({ stage, count: stageCount })
    : state === 'offline'
      ? ''
      : factOf(kind, device, { locale, units, nowMs, duration: formatDuration, minutesLeft: list.minutesLeft })
  const since = device.onlineChangedAt
  return (
    <Stack flex paddingLeft="24" borderLeft shrink className={css.live}>
      <Row.p gap="8" align="center" height="24" size="l" weight="600" nowrap aria-live="polite">
        <StateShape name={state} size="large" />
        <Text tone={state === 'error' ? 'bad' : undefined}>{stateWords[kind][state][locale]}</Text>
        {fact === '' ? null : (
          <Text size="m" tone="ink-3" overflow="hidden" ellipsis className={css.fact} data-cut="">{`· ${fact}`}</Text>
        )}
      </Row.p>
      {kind === 'oven' ? <OvenLine view={view} nowMs={nowMs} /> : <CoolerLine view={view} />}
      <Row.p gap="6" marginTop="auto" align="center" size="xs" line="16" tone="ink-2" nowrap className={css.since}>
        {since === null ? (
          w.neverOnline
        ) : (
          <>
            <StateShape name={device.online ? 'online' : 'offline'} />
            <span>{device.online ? w.onlineSince : w.offlineSince}</span> {formatTime(since)} ·{' '}
            {w.lasting({ duration: formatDuration(Math.floor((nowMs - Date.parse(since)) / 10_000) * 10_000) })}
          </>
        )}
      </Row.p>
    </Stack>
  )
}

/** Counts a reported remaining time down, from the moment of its report. */
function remainingMs(view: DeviceView, identifier: string, nowMs: number): number | null {
  const entry = entryOf(view, identifier)
  if (entry === undefined || typeof entry.value !== 'number') return null
  return Math.max(0, entry.value * 1000 - (nowMs - Date.parse(entry.serverTime)))
}

/** Formats 18:53, or 1:02:10 from one hour on. */
function countdown(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

type LineProps = { view: DeviceView; nowMs: number }

function WashLine({ view, nowMs }: LineProps) {
  const w = useWords(detailText)
  const reading = { locale: useLocale(), units: useUnits() }
  const left = remainingMs(view, 'WashRemaining', nowMs)
  return (
    <p className={css.row}>
      <span>
        {propertyText(view, 'WashPhase', reading)}
        {left === null ? null : (
          <>
            {' · '}
            <Text.b tone="ink" weight="550">
              {countdown(left)}
            </Text.b>{' '}
            {w.left}
          </>
        )}
      </span>
    </p>
  )
}

type BarProps = {
  plan: ReturnType<typeof plannedStages>
  /** The number of the current stage, from 1. */
  current: number
  /** The completed share of the current stage, from 0 to 1. */
  share: number
}

function StageBar({ plan, current, share }: BarProps) {
  const w = useWords(detailText)
  const minutes = plan[current - 1]?.minutes ?? 0
  const whole = plan.reduce((sum, one) => sum + one.minutes, 0)
  const done = plan.slice(0, Math.max(0, current - 1)).reduce((sum, one) => sum + one.minutes, 0) + share * minutes
  return (
    <Row
      gap="2"
      margin="12 0 8"
      height="6"
      className={css.progress}
      role="progressbar"
      aria-label={w.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={whole === 0 ? 0 : Math.round((done / whole) * 100)}
    >
      {plan.map((one, index) => (
        <Box.i
          key={index}
          ground="line"
          overflow="hidden"
          relative
          className={index + 1 < current ? css.done : undefined}
          style={{ flexGrow: Math.max(1, one.minutes) }}
        >
          {index + 1 === current ? <b style={{ width: `${share * 100}%` }} /> : null}
        </Box.i>
      ))}
    </Row>
  )
}

function OvenLine({ view, nowMs }: LineProps) {
  const w = useWords(detailText)
  const locale = useLocale()
  const units = useUnits()
  const state = stateOf(view.device)
  const reading = { locale, units }
  if (state === 'washing') return <WashLine view={view} nowMs={nowMs} />
  if (state !== 'cooking' && state !== 'preheating') return null
  const plan = plannedStages(valueOf(view, 'Stages'))
  const current = state === 'preheating' ? 0 : (numberOf(view, 'CurStage') ?? 0)
  const stageLeft = remainingMs(view, 'StageRemaining', nowMs)
  const finish = Number(valueOf(view, 'FinishTime') ?? Number.NaN)
  const programLeft = remainingMs(view, 'ProgramRemaining', nowMs)
  const doneMs =
    Number.isFinite(finish) && finish > nowMs
      ? finish
      : programLeft !== null && programLeft > 0
        ? nowMs + programLeft
        : null
  const stage = plan[current - 1]
  const minutes = stage?.minutes ?? 0
  const share = stageLeft === null || minutes === 0 ? 0 : Math.min(1, Math.max(0, 1 - stageLeft / (minutes * minuteMs)))
  const mode = stageModes.find((one) => one.value === stage?.mode)
  const doing =
    state === 'preheating'
      ? propertyText(view, 'SetTemp', reading)
      : [mode?.[locale] ?? '', propertyText(view, 'SetTemp', reading)].filter(Boolean).join(' ')
  return (
    <>
      {valueOf(view, recipeFunctions.paused) === 1 ? (
        <p className={css.row}>
          <Text.b weight="550" tone="warn">
            {w.waits}
          </Text.b>
        </p>
      ) : null}
      {plan.length === 0 ? null : <StageBar plan={plan} current={current} share={share} />}
      <p className={css.row}>
        <span>
          {doing}
          {stageLeft === null || stageLeft === 0 ? null : (
            <>
              {' · '}
              <Text.b tone="ink" weight="550">
                {countdown(stageLeft)}
              </Text.b>{' '}
              {w.left}
            </>
          )}
        </span>
        {doneMs === null ? null : (
          <span>
            {w.doneAt}{' '}
            <Text.b tone="ink" weight="550">
              {formatClock(doneMs).slice(0, 5)}
            </Text.b>
          </span>
        )}
      </p>
    </>
  )
}

function CoolerLine({ view }: { view: DeviceView }) {
  const w = useWords(detailText)
  const reading = { locale: useLocale(), units: useUnits() }
  if (!view.device.online) return null
  const defrost = Number(valueOf(view, 'NextDefrost') ?? Number.NaN)
  const low = propertyText(view, 'LowLimit', reading)
  const high = propertyText(view, 'HighLimit', reading)
  return (
    <>
      <p className={css.row}>
        <span>{low === '' || high === '' ? null : w.limits({ low, high })}</span>
        {valueOf(view, 'DoorState') === 1 ? (
          <Text.b weight="550" tone="warn">
            {w.doorOpen}
          </Text.b>
        ) : null}
      </p>
      {Number.isFinite(defrost) && defrost > 0 ? (
        <p className={css.row}>
          <span>
            {w.nextDefrost}{' '}
            <Text.b tone="ink" weight="550">
              {formatTime(defrost).slice(5, 16)}
            </Text.b>
          </span>
        </p>
      ) : null}
    </>
  )
}
