import { minuteMs } from '@brigade/contract/time.ts'
import { wallLimits } from '@brigade/contract/statistics/wall/wall.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { useZone } from './age.tsx'
import centreCss from './centre.module.css'
import panelCss from './panels.module.css'
import { WallShape } from './wall-shape.tsx'
import { useWall, type ShownEvent } from './wall-store.ts'
import { celsius, clockIn, useNameIn, usePlaceOf } from './wall-words.ts'
import { wallText } from './wall.text.ts'

/** The five newest events, the newest first. */
export function Ticker() {
  const w = useWords(wallText)
  const events = useWall((state) => state.events)
  const more = useWall((state) => state.more)
  const shown = events.slice(0, wallLimits.events)
  return (
    <Grid.footer across className={centreCss.ticker} data-live="">
      <div>
        <Text.h2 weight="600">{w.liveEvents}</Text.h2>
        <p>{more === null ? w.newestFirst : w.more({ count: formatNumber(more.count) })}</p>
      </div>
      {shown.length === 0 ? (
        <p className={panelCss.none}>{w.noEvents}</p>
      ) : (
        <Grid.ol>
          {shown.map((event, index) => (
            <Line key={event.key} event={event} isNew={index === 0 && event.arrivedAt > 0} />
          ))}
        </Grid.ol>
      )}
    </Grid.footer>
  )
}

function Line({ event, isNew }: { event: ShownEvent; isNew: boolean }) {
  const zone = useZone()
  const placeOf = usePlaceOf()
  const describe = useEventTexts()
  return (
    <li data-new={isNew ? '' : undefined} data-kind={event.kind} data-event={event.key}>
      <WallShape kind={event.kind} />
      <div>
        <Row.p justify="between" align="baseline" nowrap className={centreCss.happened}>
          <Text.b overflow="hidden" weight="600" shrink ellipsis data-whole="">
            {describe.title(event)}
          </Text.b>
          <Text.time tone="ink-3" rigid>
            {clockIn(zone, event.at)}
          </Text.time>
        </Row.p>
        <p className={centreCss.what}>{describe.detail(event)}</p>
        <p className={centreCss.where}>{placeOf(event)}</p>
      </div>
    </li>
  )
}

/** The words of an event. */
export function useEventTexts() {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const titles = {
    fault: w.faultEvent,
    excursion: w.excursionEvent,
    activation: w.activationEvent,
    cleared: w.clearedEvent,
    command: w.commandEvent,
  }
  return {
    title: ({ kind }: Pick<ShownEvent, 'kind'>): string => titles[kind],
    detail: ({ kind, what, tookMs, temperature }: ShownEvent): string => {
      if (temperature !== null)
        return w.beyond({
          value: celsius(temperature.valueC),
          limit: celsius(temperature.limitC),
          isHigh: temperature.valueC >= temperature.limitC,
        })
      if (what === null) return kind === 'activation' ? w.firstConnection : ''
      if (tookMs === null) return nameIn(what)
      if (kind === 'cleared') return w.lasted({ what: nameIn(what), time: formatDuration(tookMs) })
      const seconds = tookMs < minuteMs ? w.seconds({ count: (tookMs / 1000).toFixed(1) }) : formatDuration(tookMs)
      return w.answered({ what: nameIn(what), time: seconds })
    },
  }
}
