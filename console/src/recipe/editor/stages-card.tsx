import { preheatTargetOf } from '@brigade/contract/recipe/recipe.rules.ts'
import {
  patternWords,
  preheatModes,
  stageLimits,
  stagePatterns,
  type Preheat,
  type Stage,
} from '@brigade/contract/recipe/stage.model.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { OrderedList } from '../../ui/order/ordered-list.tsx'
import { planOf, type PlannedStage } from '../curve/plan.ts'
import { patternIcon } from '../pattern-icon.ts'
import { recipeWords } from '../recipe.text.ts'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import rows from './stages.module.css'
import { editorText } from './editor.text.ts'
import { NumberCell } from './cell/number-cell.tsx'
import { Messages } from './messages.tsx'
import type { Placed } from './model-problems.ts'
import { StageRow } from './stage-row.tsx'
import { isFull, withNewStage } from './draft/typed-recipe.ts'

type Props = { editing: Editing; stageProblems: (index: number) => readonly Placed[] }

/** The stages as a table, in the order in which they cook. */
export function StagesCard({ editing, stageProblems }: Props) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const { typed, change } = editing
  const { stages, preheat } = typed
  const plan = useMemo(() => planOf({ stages, preheat }), [stages, preheat])
  const { temperature, temperatureUnit } = useUnits()
  const limit = (celsius: number): string => `${formatNumber(Math.round(temperature(celsius)))} ${temperatureUnit}`
  const { min, max } = stageLimits.temperatureC
  const add = (
    <Button size="small" icon="plus" disabledReason={isFull(typed) ? w.fullStages : undefined}>
      {w.addStage}
    </Button>
  )
  const wrong = editing.at('stages')
  return (
    <section className={css.card} aria-label={r.stages} data-path="stages">
      <PreheatHead editing={editing} />
      <Box relative className={rows.table}>
        <StageHeads />
        <OrderedList
          items={stages}
          keyOf={({ key }) => String(key)}
          nameOf={(_, index) => r.stage({ n: index + 1 })}
          isNumbered
          label={r.stages}
          onOrder={(ordered) => change((before) => ({ ...before, stages: ordered }))}
        >
          {(stage, index, handle) => (
            <StageRow
              editing={editing}
              stage={stage}
              index={index}
              planned={plan.stages[index]}
              problems={stageProblems(index)}
              handle={handle}
            />
          )}
        </OrderedList>
      </Box>
      {wrong.length === 0 ? null : (
        <p className={css.error}>
          <Messages problems={wrong} />
        </p>
      )}
      <Row gap="8 16" align="center" paddingTop="12" wrap>
        {isFull(typed) ? (
          add
        ) : (
          <ActionMenu
            position="bottom-start"
            target={add}
            actions={stagePatterns.map((pattern) => ({
              key: pattern,
              icon: patternIcon(pattern),
              label: patternWords(pattern)?.[locale] ?? pattern,
              onClick: () => change((before) => withNewStage(before, pattern)),
            }))}
          />
        )}
        <span className={css.hint}>{w.limits({ min: limit(min), max: limit(max) })}</span>
        <EstimateHints planned={plan.stages} stages={stages} />
      </Row>
    </section>
  )
}

/** Explains the sign `≈` of the table. It is text, because a tooltip is not reached by keyboard or touch. */
function EstimateHints({ planned, stages }: { planned: readonly PlannedStage[]; stages: readonly Stage[] }) {
  const w = useWords(editorText)
  // A preset names no time in the table.
  const estimated = planned.filter(({ isEstimated }, index) => isEstimated && stages[index]?.mode !== 'preset')
  if (estimated.length === 0) return null
  return (
    <Text.div size="xs" line="16" tone="ink-3" ownLine>
      {estimated.some(({ minutes }) => minutes !== null) ? <p>{w.estimatedMinutes}</p> : null}
      {estimated.some(({ minutes }) => minutes === null) ? <p>{w.noEstimate}</p> : null}
    </Text.div>
  )
}

function StageHeads() {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const { temperatureUnit: unit } = useUnits()
  return (
    <Grid align="center" borderBottom className={`${rows.row} ${rows.heads}`} aria-hidden="true">
      <span />
      <span />
      <span>{r.pattern}</span>
      <Box.span paddingLeft="8">{r.endsBy}</Box.span>
      <Text textAlign="right" paddingRight="8">
        {w.min}
      </Text>
      <Text textAlign="right" paddingRight="8">
        {w.temp({ unit })}
      </Text>
      <Text textAlign="right" paddingRight="8">
        {w.hum}
      </Text>
      <Text textAlign="right" paddingRight="8">
        {w.fan}
      </Text>
      <Text textAlign="right" paddingRight="8">
        {w.core({ unit })}
      </Text>
      <Box.span paddingLeft="8" className={rows.lastHead}>
        {w.turnPause}
      </Box.span>
    </Grid>
  )
}

function PreheatHead({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const units = useUnits()
  const { typed, change, step } = editing
  const { preheat, stages } = typed
  const path = 'preheat.temperatureC'
  const wrong = editing.at(path)
  const target = preheatTargetOf(preheat, stages)
  const put = (next: Preheat, tag?: string): void => change((before) => ({ ...before, preheat: next }), tag)
  const shown = (celsius: number): number => Math.round(units.temperature(celsius) * 10) / 10
  return (
    <>
      <Row gap="8 12" align="center" marginBottom="8" minHeight="28" wrap className={css.head}>
        <h2>{r.stages}</h2>
        <span className={css.hint}>{w.stagesOf({ n: stages.length, max: stageLimits.stages })}</span>
        <Box.span grow />
        <Text tone="ink-3" size="xs" weight="500">
          {r.preheat}
        </Text>
        <Segments
          size="small"
          label={r.preheat}
          value={preheat.mode}
          options={inOrder.map((mode) => ({ value: mode, label: w[mode] }))}
          onChange={(mode) =>
            put({ mode, temperatureC: mode === 'custom' ? (preheat.temperatureC ?? target ?? 180) : null })
          }
        />
        {preheat.mode === 'custom' ? (
          <NumberCell
            label={w.preheatTo}
            value={preheat.temperatureC === null ? null : shown(preheat.temperatureC)}
            unit={units.temperatureUnit}
            decimals={1}
            path={path}
            errorId={wrong.length === 0 ? undefined : 'preheat-problem'}
            onChange={(value) =>
              put(
                {
                  mode: 'custom',
                  temperatureC: value === null ? null : Math.round(units.toCelsius(value) * 10) / 10,
                },
                path,
              )
            }
            onBlur={() => {
              step()
              editing.leave(path)
            }}
          />
        ) : target === null ? null : (
          <span className={css.hint}>
            {w.preheatComes({ t: `${formatNumber(shown(target))} ${units.temperatureUnit}` })}
          </span>
        )}
      </Row>
      {wrong.length === 0 ? null : (
        <p className={css.error} id="preheat-problem">
          <Messages problems={wrong} />
        </p>
      )}
    </>
  )
}

/** The order is that of the mock, with the custom temperature at the end. */
const inOrder = [...preheatModes].sort((a, b) => Number(a === 'custom') - Number(b === 'custom'))
