import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { recipeWords } from '../recipe.text.ts'
import css from './curve.module.css'
import { curveText } from './curve.text.ts'
import { PlanCurve } from './plan-curve.tsx'
import { planOf } from './plan.ts'

type Props = {
  content: Pick<RecipeContent, 'stages' | 'preheat'>
  wrong?: ReadonlySet<number>
  onStage?: (index: number, stage: Stage) => void
}

/** The curve with its legend and its total time. */
export function CurveCard({ content, wrong, onStage }: Props) {
  const w = useWords(curveText)
  const total = useTotal(content)
  return (
    <>
      <Row gap="4 12" align="center" marginBottom="8" minHeight="28" wrap>
        <h2>{w.title}</h2>
        <Row.ul gap="4 16" size="xs" tone="ink-2" wrap className={css.legend}>
          <Row.li gap="6" align="center">
            <i />
            {w.temperature}
          </Row.li>
          <Row.li gap="6" align="center">
            <i className={css.keyEstimated} />
            {w.estimated}
          </Row.li>
          <Row.li gap="6" align="center">
            <i className={css.keyWet} />
            {w.humidity}
          </Row.li>
          <Row.li gap="6" align="center">
            <i className={css.keyFan} />
            {w.fan}
          </Row.li>
        </Row.ul>
        <Text marginLeft="auto" size="xs" tone="ink-3">
          {total}
        </Text>
      </Row>
      <div>
        <PlanCurve content={content} {...(wrong === undefined ? {} : { wrong })} onStage={onStage} />
      </div>
      {onStage !== undefined ? (
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {w.hint}
        </Text.p>
      ) : isEstimate(content) ? (
        <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
          {w.medium}
        </Text.p>
      ) : null}
    </>
  )
}

/** Returns the total time, as far as it is known. */
export function useTotal(content: Pick<RecipeContent, 'stages' | 'preheat'>): string {
  const w = useWords(curveText)
  const r = useWords(recipeWords)
  const { minutes, isAtLeast, stages } = useMemo(() => planOf(content), [content])
  const whole = Math.round(minutes)
  const time =
    whole < 60
      ? r.minutes({ n: formatNumber(whole) })
      : r.hours({ h: formatNumber(Math.floor(whole / 60)), m: formatNumber(whole % 60) })
  if (isAtLeast) return w.atLeast({ time })
  return stages.some(({ isEstimated }) => isEstimated) ? w.about({ time }) : w.inAll({ time })
}

const isEstimate = ({ stages }: Props['content']): boolean =>
  stages.some(({ mode }) => mode === 'core' || mode === 'difference')
