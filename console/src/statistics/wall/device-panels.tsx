import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { LiveAge, TakenAge } from './age.tsx'
import panelCss from './panels.module.css'
import css from './wall.module.css'
import { useWall } from './wall-store.ts'
import { changeOf, share, sizeOf, useNameIn } from './wall-words.ts'
import { wallText } from './wall.text.ts'

/** The number of devices by kind and model, and how many are added. */
export function DevicePanels() {
  return (
    <Stack.section flex minHeight="0" overflow="hidden" className={panelCss.column}>
      <Devices />
      <Models />
      <Activations />
    </Stack.section>
  )
}

function Devices() {
  const w = useWords(wallText)
  const devices = useWall((state) => state.parts?.devices ?? null)
  const installed = formatNumber(devices?.installed)
  const online = devices === null ? null : share(devices.online, devices.installed)
  return (
    <div className={panelCss.panel} data-live="">
      <h2>
        {w.devices}
        <LiveAge />
      </h2>
      <Grid align="end" className={panelCss.two}>
        <Text.div weight="600" className={panelCss.big} data-size={sizeOf(installed)} data-headline="">
          {installed}
        </Text.div>
        <Text.p textAlign="right" nowrap>
          <Text weight="600" block className={panelCss.percent} data-headline="">
            {online ?? '-'}
          </Text>
          <Text tone="ink-3" className={panelCss.caption}>
            {w.online}
          </Text>
        </Text.p>
      </Grid>
      <Row
        className={panelCss.ratio}
        role="img"
        aria-label={w.onlineOf({ online: formatNumber(devices?.online), all: installed })}
      >
        <Box.i fullHeight style={{ width: widthOf(devices?.online ?? 0, devices?.installed ?? 0) }} />
      </Row>
      <ul className={panelCss.kinds}>
        <Grid.li textAlign="right">
          <span />
          <span>{w.total}</span>
          <span>{w.onlineCount}</span>
          <span>{w.offline}</span>
        </Grid.li>
        {(devices?.kinds ?? []).map(({ kind, installed: all, online: on }) => (
          <Grid.li key={kind} textAlign="right">
            <Text.b weight="600">{w[kind]}</Text.b>
            <Text.b weight="600">{formatNumber(all)}</Text.b>
            <Text.b weight="600">{formatNumber(on)}</Text.b>
            <Text.b weight="600">{formatNumber(all - on)}</Text.b>
          </Grid.li>
        ))}
      </ul>
    </div>
  )
}

const widthOf = (part: number, whole: number): string => (whole <= 0 ? '0' : `${Math.min(100, (part / whole) * 100)}%`)

function Models() {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const devices = useWall((state) => state.parts?.devices ?? null)
  const models = devices?.models ?? []
  const others = devices?.others ?? null
  const most = Math.max(1, ...models.map(({ installed }) => installed), others?.installed ?? 0)
  const rows = [
    ...models.map((model) => ({ ...model, key: model.id, label: nameIn(model.name) })),
    ...(others === null ? [] : [{ ...others, key: 'others', label: w.others({ count: formatNumber(others.models) }) }]),
  ]
  return (
    <div className={panelCss.panel} data-live="">
      <h2>
        {w.models}
        <em className={css.age}>{w.filled}</em>
      </h2>
      {devices !== null && rows.length === 0 ? <p className={panelCss.none}>{w.noDevices}</p> : null}
      <Grid.ul className={panelCss.bars}>
        {rows.map(({ key, label, installed, online }) => (
          <Grid.li key={key} align="center" across>
            <Text.b weight="500" cut shrink className={panelCss.name}>
              {label}
            </Text.b>
            <Row.span className={panelCss.bar}>
              <Box.i block fullHeight className={panelCss.whole} style={{ width: widthOf(installed, most) }}>
                <Box.i block fullHeight style={{ width: widthOf(online, installed) }} />
              </Box.i>
            </Row.span>
            <Text textAlign="right" weight="600">
              {formatNumber(installed)}
            </Text>
          </Grid.li>
        ))}
      </Grid.ul>
    </div>
  )
}

const chart = { width: 440, height: 120, gap: 4 } as const

function Activations() {
  const w = useWords(wallText)
  const activations = useWall((state) => state.parts?.taken?.activations ?? null)
  const { days = [], total = null, before = null, yearAgo = null, today = null } = activations ?? {}
  const now = activations?.beforeOf ?? total
  const change =
    now === null || before === null
      ? ''
      : before === 0
        ? now === 0
          ? ''
          : w.newChange
        : w.change({ change: changeOf(now, before) })
  return (
    <Box minHeight="0" grow className={panelCss.panel}>
      <h2>
        {w.activations}
        <TakenAge isTaken={total !== null} />
      </h2>
      {total === null ? null : (
        <>
          <Grid align="end" className={panelCss.two}>
            <Text.div weight="600" className={panelCss.headline} data-headline="">
              {formatNumber(total)}
            </Text.div>
            <Text.p tone="ink-3" textAlign="right" nowrap className={panelCss.caption}>
              {change}
              {yearAgo === null || yearAgo === 0 ? null : (
                <Box.span block>
                  {w.yearChange({ change: changeOf(activations?.yearAgoOf ?? total, yearAgo) })}
                </Box.span>
              )}
            </Text.p>
          </Grid>
          <Bars
            days={days}
            open={activations?.open ?? null}
            label={w.activationsChart({ count: formatNumber(total) })}
          />
          <Row justify="between" tone="ink-3" className={panelCss.axis}>
            <span>{days[0]?.day.slice(5) ?? ''}</span>
            <span>{today === null ? '' : w.todaySoFar({ count: formatNumber(today) })}</span>
          </Row>
        </>
      )}
    </Box>
  )
}

type Day = Readonly<{ day: string; value: number | null }>

/** A bar a day; a day that was not taken is a gap, and today, which is not over, an outline. */
type BarsProps = { days: readonly Day[]; open: string | null; label: string }

/** A bar for each day; that of the day that has begun is an outline. */
function Bars({ days, open, label }: BarsProps) {
  const most = Math.max(1, ...days.map(({ value }) => value ?? 0))
  const step = chart.width / Math.max(1, days.length)
  return (
    <svg
      className={panelCss.trend}
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={chart.width} y1={chart.height} y2={chart.height} vectorEffect="non-scaling-stroke" />
      {days.map(({ day, value }, index) =>
        value === null ? null : (
          <rect
            key={day}
            data-open={day === open ? '' : undefined}
            x={index * step + chart.gap / 2}
            width={Math.max(1, step - chart.gap)}
            y={chart.height - (value / most) * (chart.height - 4)}
            height={(value / most) * (chart.height - 4)}
          />
        ),
      )}
    </svg>
  )
}
