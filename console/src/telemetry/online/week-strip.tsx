import { formatDuration } from '../../platform/time/duration.ts'
import { formatDay, formatShare } from '../../platform/format.ts'
import { useWords, type WordsOf } from '../../platform/locale.ts'
import { Box, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { onlineText } from './online.text.ts'
import type { Day, Stretch } from './online-week.ts'
import css from './online.module.css'

/**
 * Shows seven days by the hour: online filled, offline hatched, hatched the other way before registration, unknown and
 * future empty.
 */
export function WeekStrip({ days }: { days: readonly Day[] }) {
  const w = useWords(onlineText)
  return (
    <div>
      <Stack.ul gap="4" padding="12 16 4">
        {days.map((day) => {
          const name = w.day({ weekday: new Date(day.start).getDay(), day: formatDay(day.start).slice(8) })
          const line = dayLine(day, name, w)
          return (
            <Grid.li key={day.start} align="center" size="xs" line="16" tone="ink-3" nowrap className={css.day}>
              <span aria-hidden="true">{name}</span>
              <Box.span
                ground="canvas"
                overflow="hidden"
                relative
                className={css.track}
                role="img"
                aria-label={line}
                data-tip={line}
              >
                {day.stretches.map((stretch) => (
                  <i
                    key={stretch.from}
                    className={lookOf(stretch)}
                    style={{
                      left: `${percent(stretch.from - day.start, day)}%`,
                      width: `${percent(stretch.to - stretch.from, day)}%`,
                    }}
                  />
                ))}
              </Box.span>
            </Grid.li>
          )
        })}
      </Stack.ul>
      <Row
        padding="0 16 8 0"
        justify="between"
        size="xs"
        line="16"
        tone="ink-4"
        className={css.hours}
        aria-hidden="true"
      >
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </Row>
    </div>
  )
}

const lookOf = ({ online, isBefore }: Stretch): string | undefined =>
  isBefore === true ? css.before : online === null ? css.unknown : online ? css.up : css.down

/** The online share of a day. For a day that is known in part, the text names that part. */
function dayLine({ share, knownMs, start, end, stretches }: Day, day: string, w: WordsOf<typeof onlineText>): string {
  if (share === null) return stretches.some(({ isBefore }) => isBefore) ? w.dayBefore({ day }) : w.dayUnknown({ day })
  const parts = { day, share: formatShare(share, 1) }
  return knownMs >= end - start ? w.dayLine(parts) : w.dayKnown({ ...parts, duration: formatDuration(knownMs) })
}

const percent = (ms: number, day: Day): number => Number(((ms / (day.end - day.start)) * 100).toFixed(2))
