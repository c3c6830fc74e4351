import type { ReactNode } from 'react'
import { formatNumber, formatShare } from '../../platform/format.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/outlines.ts'
import { Box, Grid, Row, Stack, Text } from '../layout/layout.tsx'
import css from './bar-list.module.css'

export type BarLink = Readonly<{ href: string; label: string; icon: IconName }>

/** One bar: its value, and how much of it is highlighted (online, open). */
export type Bar = Readonly<{
  key: string
  name: string
  value: number
  part?: number | undefined
  /** Links to the lists of exactly these rows; if there are several, each has a name and an icon. */
  links?: readonly BarLink[] | undefined
  /** The remainder (others, elsewhere, not given) appears last, in a quiet colour. */
  isRest?: boolean
}>

type Props = {
  label: string
  bars: readonly Bar[]
  /** The shares are fractions of this total; without it no share is shown. */
  total?: number | undefined
  /** Ranks before the names. */
  isRanked?: boolean
  digits?: number | undefined
  colour?: `--${string}`
  partColour?: `--${string}`
  /** The legend below, which explains the parts of a bar. */
  foot?: ReactNode
}

/** Bars for comparison, in descending order; each leads to the rows that it counts. */
export function BarList({ label, bars, total, isRanked = false, digits, colour, partColour, foot }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const look = {
    '--bar': `var(${colour ?? '--chart-1'})`,
    '--bar-part': `var(${partColour ?? '--chart-1'})`,
  }
  return (
    <div style={look}>
      <Grid.ul gap="2 12" padding="12 16" className={css.bars} aria-label={label}>
        {bars.map((bar, index) => (
          <Grid.li
            key={bar.key}
            align="center"
            minHeight="28"
            across
            className={bar.isRest === true ? css.rest : undefined}
          >
            <Row.span gap="8" align="baseline" className={css.name}>
              {isRanked && bar.isRest !== true ? (
                <Text.small textAlign="right" size="xs" tone="ink-4" className={css.rank}>
                  {index + 1}
                </Text.small>
              ) : null}{' '}
              <BarName bar={bar} />
            </Row.span>{' '}
            <Box.span height="12" aria-hidden="true">
              <span
                className={bar.part === undefined ? css.bar : css.light}
                style={{ width: `${(bar.value / most) * 100}%` }}
              >
                {bar.part === undefined || bar.value === 0 ? null : (
                  <Box.span
                    block
                    fullHeight
                    className={css.part}
                    style={{ width: `${Math.min(1, bar.part / bar.value) * 100}%` }}
                  />
                )}
              </span>
            </Box.span>
            <Text textAlign="right" weight="600" nowrap className={css.value}>
              {formatNumber(bar.value, digits)}{' '}
              {bar.part === undefined ? null : (
                <Text.small marginLeft="4" size="xs" weight="400" tone="ink-3">
                  {formatNumber(bar.part, digits)}
                </Text.small>
              )}{' '}
              {total === undefined ? null : (
                <Text.small marginLeft="4" size="xs" weight="400" tone="ink-3">
                  {total === 0 ? '' : formatShare(bar.value, total)}
                </Text.small>
              )}
            </Text>
          </Grid.li>
        ))}
      </Grid.ul>
      {foot === undefined ? null : (
        <Text.p padding="0 16 12" size="xs" tone="ink-3">
          {foot}
        </Text.p>
      )}
    </div>
  )
}

function BarName({ bar: { name, links = [] } }: { bar: Bar }) {
  const [only, ...others] = links
  if (only !== undefined && others.length === 0)
    return (
      <span data-cut="">
        <a href={only.href}>{name}</a>
      </span>
    )
  return (
    <>
      <span data-cut="">{name}</span>
      {links.map(({ href, label, icon }) => (
        <Stack.a
          key={href}
          alignSelf="center"
          align="center"
          justifyItems="center"
          height="24"
          rigid
          className={css.link}
          href={href}
          aria-label={label}
          data-tip={label}
        >
          <Icon name={icon} size="small" />
        </Stack.a>
      ))}
    </>
  )
}
