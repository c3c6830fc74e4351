import { formatDay, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { onlineText } from '../detail/detail.text.ts'
import type { Day } from './online-week.ts'
import css from './online.module.css'

/** Seven days by the hour: online filled, offline hatched, unknown and future empty. */
export function WeekStrip({ days }: { days: readonly Day[] }) {
  const w = useWords(onlineText)
  return (
    <div>
      <ul className={css.week}>
        {days.map((day) => {
          const name = w.day({ weekday: new Date(day.start).getDay(), day: formatDay(day.start).slice(8) })
          const share = day.share === null ? '-' : formatShare(day.share, 1)
          return (
            <li key={day.start} className={css.day}>
              <span aria-hidden="true">{name}</span>
              <span
                className={css.track}
                role="img"
                aria-label={w.dayLine({ day: name, share })}
                data-tip={w.dayLine({ day: name, share })}
              >
                {day.stretches.map((stretch) => (
                  <i
                    key={stretch.from}
                    className={stretch.online === null ? css.unknown : stretch.online ? css.up : css.down}
                    style={{
                      left: `${percent(stretch.from - day.start, day)}%`,
                      width: `${percent(stretch.to - stretch.from, day)}%`,
                    }}
                  />
                ))}
              </span>
            </li>
          )
        })}
      </ul>
      <div className={css.hours} aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}

const percent = (ms: number, day: Day): number => Number(((ms / (day.end - day.start)) * 100).toFixed(2))
