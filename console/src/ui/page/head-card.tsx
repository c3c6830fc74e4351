import type { ReactNode } from 'react'
import { Box, Grid, Row, Text } from '../layout/layout.tsx'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import css from './head-card.module.css'

export type HeadFigure = {
  key: string
  label: string
  value: string
  /** Right after the value. */
  unit?: string
  /** A quieter text after value and unit, such as the total or the set point. */
  note?: string
  /** The figure links to this address. */
  href?: string | undefined
}

type Props = {
  name: string
  picture?: ReactNode
  /** The state: shape and word. */
  state?: ReactNode
  /** The two or three main actions. */
  actions?: ReactNode
  /** The line under the name: the owner and the responsible people. Empty parts are left out. */
  facts?: readonly ReactNode[]
  figures?: readonly HeadFigure[]
  /** The figures are the last known, not live. */
  isStill?: boolean
  /** A separate column on the right for current events. */
  aside?: ReactNode
}

/** The head of a detail page: name, state, main actions, and the most important figures. */
export function HeadCard({ name, picture, state, actions, facts = [], figures = [], isStill = false, aside }: Props) {
  const w = useWords(uiText)
  const parts = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '')
  const sides = `${picture === undefined ? '' : css.pictured} ${aside === undefined ? '' : css.aside}`
  return (
    <Grid.section
      gap="24"
      padding="16 24"
      columns="1"
      align="start"
      className={`${css.head} ${sides} ${isStill ? css.still : ''}`}
      aria-label={name}
    >
      {picture}
      <Box shrink>
        <Row gap="12" align="center" minHeight="32" className={css.top}>
          <h1 data-cut="">{name}</h1>
          {state === undefined ? null : <Box.span rigid>{state}</Box.span>}
          {actions === undefined ? null : (
            <Row.span gap="8" marginLeft="auto" rigid className={css.actions}>
              {actions}
            </Row.span>
          )}
        </Row>
        {parts.length === 0 ? null : (
          <Row marginTop="4" tone="ink-2" nowrap className={css.facts}>
            {parts.map((part, index) => (
              <Text key={index} overflow="hidden" shrink ellipsis data-cut="">
                {part}
              </Text>
            ))}
          </Row>
        )}
        {figures.length === 0 ? null : (
          <Row.dl wrap className={css.figures}>
            {figures.map(({ key, label, value, unit, note, href }) => (
              <Box key={key} borderLeft shrink>
                <Text.dt size="xs" line="16" tone="ink-3" nowrap>
                  {label}
                </Text.dt>
                <Row.dd gap="6" align="baseline" height="28" line="28" nowrap>
                  <Text.b size="xl" weight="600">
                    {href === undefined ? value : <a href={href}>{value}</a>}
                  </Text.b>
                  {unit === undefined || unit === '' ? null : (
                    <Text line="20" tone="ink-2" className={css.unit}>
                      {unit}
                    </Text>
                  )}
                  {note === undefined || note === '' ? null : (
                    <>
                      <span className="vh">{w.apart}</span>
                      <Text.small size="xs" tone="ink-3">
                        {note}
                      </Text.small>
                    </>
                  )}
                </Row.dd>
              </Box>
            ))}
          </Row.dl>
        )}
      </Box>
      {aside}
    </Grid.section>
  )
}

/** Placeholders in the shape of the head while the first answer loads. */
export function HeadBones({ figures, isPictured = false }: { figures: number; isPictured?: boolean }) {
  return (
    <Grid
      gap="24"
      padding="16 24"
      columns="1"
      align="start"
      className={`${css.head} ${css.bones} ${isPictured ? css.tall : ''}`}
      aria-hidden="true"
    >
      <Row gap="12" align="center" minHeight="32" className={css.top}>
        <Box.span radius="xs" ground="line" block />
      </Row>
      <Row marginTop="4" tone="ink-2" nowrap className={css.facts}>
        <Text overflow="hidden" radius="xs" ground="line" block shrink ellipsis />
      </Row>
      <Row wrap className={css.figures}>
        {Array.from({ length: figures }, (_, index) => (
          <Box key={index} borderLeft shrink>
            <Box.span radius="xs" ground="line" block />
          </Box>
        ))}
      </Row>
    </Grid>
  )
}
