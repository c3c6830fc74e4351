import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useCan } from '../../platform/can.ts'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { tasksPath } from '../firmware-address.ts'
import css from './figures.module.css'
import { modelText } from './model.text.ts'

type Tile = { key: string; label: string; value: string | undefined; note?: string | undefined; href?: string }

/** The figures of the fleet's versions; the four figures of devices add up to all of them. */
export function FiguresStrip() {
  const w = useWords(modelText)
  const u = useWords(uiText)
  const can = useCan()
  const { data, error } = useQuery({
    ...askPage(firmwareApi.figures, {}, { quiet: true }),
    enabled: can('firmware-version:view'),
  })
  if (error !== null || !can('firmware-version:view')) return null
  const of = (count: number | undefined) =>
    data === undefined || count === undefined
      ? { value: undefined }
      : {
          value: formatNumber(count),
          note: data.devices.all === 0 ? undefined : formatShare(count, data.devices.all),
        }
  const month = data?.month
  const tiles: readonly Tile[] = [
    { key: 'models', label: w.models, value: data && formatNumber(data.models) },
    { key: 'current', label: w.onCurrent, ...of(data?.devices.current) },
    { key: 'behind', label: w.behind, ...of(data?.devices.behind) },
    { key: 'other', label: w.other, ...of(data?.devices.other) },
    { key: 'unknown', label: w.unknown, ...of(data?.devices.unknown) },
    {
      key: 'running',
      label: w.running,
      value: data && formatNumber(data.tasksRunning),
      ...(can('firmware-task:view') ? { href: `${tasksPath}?status=START` } : {}),
    },
    {
      key: 'month',
      label: w.month,
      value: month && (month.share === null ? '-' : formatShare(month.succeeded, month.ended)),
      note: month && (month.share === null ? w.monthNone : w.monthOf({ n: formatNumber(month.ended) })),
    },
  ]
  return (
    <section aria-label={w.figures} aria-busy={data === undefined}>
      <Grid.dl margin="0 24 12" border="line" radius="m" overflow="hidden" className={css.strip}>
        {tiles.map(({ key, label, value, note, href }) => (
          <Box key={key} padding="8 12" shrink>
            <Text.dt size="xs" line="16" tone="ink-2" cut data-cut="">
              {label}
            </Text.dt>
            <Text.dd marginTop="4" size="l" line="24" weight="600" nowrap tabular>
              {value === undefined ? (
                <Box.span height="12" radius="xs" ground="line" block className={css.bone} />
              ) : href === undefined ? (
                value
              ) : (
                <a href={href}>{value}</a>
              )}
              {note === undefined ? null : (
                <>
                  <span className="vh">{u.apart}</span>
                  <Text.small size="xs" weight="400" tone="ink-4">
                    {note}
                  </Text.small>
                </>
              )}
            </Text.dd>
          </Box>
        ))}
      </Grid.dl>
    </section>
  )
}
