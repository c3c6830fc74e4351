import { modesOf, needOf, withMode, withPattern } from '@brigade/contract/recipe/recipe.rules.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { cookingModeWords, stageFieldWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { patternWords, stagePatterns, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import type { PlannedStage } from '../curve/plan.ts'
import { recipeWords } from '../recipe.text.ts'
import type { Editing } from './editing.ts'
import rows from './stages.module.css'
import { editorText } from './editor.text.ts'
import { NumberCell } from './cell/number-cell.tsx'
import { patternIcon } from '../pattern-icon.ts'
import { PlainSelect } from './cell/plain-select.tsx'
import type { Placed } from './model-problems.ts'
import type { LimitedField } from './problem-places.ts'
import { StageProblems } from './stage-problems.tsx'
import { usePresets } from './use-presets.ts'
import {
  isFull,
  textsIn,
  withCopiedStage,
  withMovedStage,
  withStage,
  withText,
  withoutStage,
} from './draft/typed-recipe.ts'

type Props = {
  editing: Editing
  stage: Stage
  index: number
  planned: PlannedStage | undefined
  /** The problems of this stage by path, from any source. */
  problems: readonly Placed[]
  handle: ReactNode
}

/** One stage: its pattern and words, its end, and only the values that such a stage has. */
export function StageRow({ editing, stage, index, planned, problems, handle }: Props) {
  const locale = useLocale()
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const { change } = editing
  const errorId = problems.length === 0 ? undefined : `stage-${stage.key}-problems`
  const wrongAt = (field: string): string | undefined =>
    problems.some(({ path }) => path === `stages.${index}.${field}`) ? errorId : undefined
  const cell = { editing, stage, index, wrongAt }
  return (
    <Grid
      align="center"
      borderBottom
      className={`${rows.row} ${errorId === undefined ? '' : rows.hasError}`}
      role="group"
      aria-label={r.stage({ n: index + 1 })}
    >
      {handle}
      <Text.b weight="600" textAlign="center" tone="ink-2">
        {index + 1}
      </Text.b>
      <PatternCell editing={editing} stage={stage} index={index} />
      <PlainSelect
        label={w.fieldOf({ n: index + 1, field: stageFieldWords.mode[locale] })}
        value={stage.mode}
        errorId={wrongAt('mode')}
        path={`stages.${index}.mode`}
        options={modesOf(stage.pattern).map((mode) => ({ value: mode, label: cookingModeWords[mode][locale] }))}
        onChange={(mode) => change((before) => withStage(before, index, withMode(stage, mode)))}
      />
      {stage.mode === 'preset' ? (
        <PresetCells {...cell} />
      ) : (
        <>
          <MinutesCell {...cell} planned={planned} />
          <TemperatureCell {...cell} />
          <FigureCell {...cell} field="humidity" />
          <FigureCell {...cell} field="fan" />
          <FigureCell {...cell} field="coreTargetC" />
        </>
      )}
      <StageButtons editing={editing} stage={stage} index={index} />
      <StageProblems id={errorId} problems={problems} editing={editing} index={index} stage={stage} />
    </Grid>
  )
}

type CellProps = {
  editing: Editing
  stage: Stage
  index: number
  wrongAt: (field: string) => string | undefined
}

function PatternCell({ editing, stage, index }: Omit<CellProps, 'wrongAt'>) {
  const locale = useLocale()
  const w = useWords(editorText)
  const { typed, language, change, step } = editing
  const key = String(stage.key)
  const text = textsIn(typed, language).stages[key] ?? ''
  const path = `texts.${language}.stages.${key}`
  const isWrong = editing.at(path).length > 0
  const base = textsIn(typed, typed.baseLanguage).stages[key] ?? ''
  const name = stage.pattern === null ? w.noPattern : (patternWords(stage.pattern)?.[locale] ?? '')
  return (
    <Grid.span columns="1" justifyItems="start" shrink>
      <ActionMenu
        position="bottom-start"
        target={
          <Row.button
            gap="8"
            minHeight="24"
            align="center"
            weight="550"
            radius="xs"
            within
            type="button"
            className={rows.patternButton}
            aria-label={`${w.patternOf({ n: index + 1 })}: ${name}`}
          >
            <Icon name={patternIcon(stage.pattern)} />
            <Text line="16" textAlign="left" shrink>
              {name}
            </Text>
            <Icon name="chevron-down" size="tiny" />
          </Row.button>
        }
        actions={stagePatterns.map((pattern) => ({
          key: pattern,
          icon: patternIcon(pattern),
          label: patternWords(pattern)?.[locale] ?? pattern,
          onClick: () => change((before) => withStage(before, index, withPattern(stage, pattern))),
        }))}
      />
      <input
        className={`${rows.note} ${isWrong ? rows.wrongNote : ''}`}
        data-path={path}
        value={text}
        autoComplete="off"
        aria-label={w.wordsOf({ n: index + 1, language: recipeLanguageWords[language][locale] })}
        aria-invalid={isWrong || undefined}
        placeholder={
          language !== typed.baseLanguage && base !== '' ? base : stage.pauseBefore ? w.pauseWords : w.stageWords
        }
        data-tip={text.length > 24 ? text : undefined}
        data-most={recipeLimits.description}
        onChange={({ currentTarget: { value } }) => change((before) => withText(before, language, key, value), path)}
        onBlur={() => {
          step()
          editing.leave(path)
        }}
      />
    </Grid.span>
  )
}

/** A time that the core decides is an estimate: the meaning of the sign is written below the table. */
function MinutesCell({ planned, ...cell }: CellProps & { planned: PlannedStage | undefined }) {
  const locale = useLocale()
  const w = useWords(editorText)
  if (needOf('minutes', cell.stage.mode) === 'required') return <FigureCell {...cell} field="minutes" />
  const minutes = planned?.minutes ?? null
  return (
    <Text textAlign="right" paddingRight="8" tone="ink-3">
      <span className="vh">{w.fieldOf({ n: cell.index + 1, field: stageFieldWords.minutes[locale] })} </span>
      {minutes === null ? '≈ ?' : `≈ ${formatNumber(minutes)}`}
    </Text>
  )
}

const TemperatureCell = (cell: CellProps) => (
  <FigureCell {...cell} field={cell.stage.mode === 'difference' ? 'differenceC' : 'temperatureC'} />
)

function FigureCell({ editing, stage, index, wrongAt, field }: CellProps & { field: LimitedField }) {
  const locale = useLocale()
  const w = useWords(editorText)
  const units = useUnits()
  if (needOf(field, stage.mode) !== 'required')
    return (
      <Text textAlign="right" paddingRight="8" tone="ink-3">
        -
      </Text>
    )
  const path = `stages.${index}.${field}`
  const value = stage[field]
  const isHot = field === 'temperatureC' || field === 'coreTargetC'
  const isSpan = field === 'differenceC'
  const isBritish = units.system === 'british' && (isHot || isSpan)
  const shown = value === null ? null : isHot ? units.temperature(value) : isSpan ? units.temperatureSpan(value) : value
  const stored = (typed: number): number => {
    if (!isBritish) return typed
    return Math.round((isHot ? units.toCelsius(typed) : (typed * 5) / 9) * 10) / 10
  }
  return (
    <NumberCell
      label={w.fieldOf({ n: index + 1, field: stageFieldWords[field][locale] })}
      value={shown === null ? null : isBritish ? Math.round(shown) : shown}
      decimals={isHot || isSpan ? 1 : 0}
      hasSign={isSpan}
      path={path}
      errorId={wrongAt(field)}
      onChange={(typed) =>
        editing.change(
          (before) => withStage(before, index, { ...stage, [field]: typed === null ? null : stored(typed) }),
          path,
        )
      }
      onBlur={() => {
        editing.step()
        editing.leave(path)
      }}
    />
  )
}

/** Presets of the chosen models by name; one that none of them has is shown by its number. */
function PresetCells({ editing, stage, index, wrongAt }: CellProps) {
  const w = useWords(editorText)
  const presets = usePresets(editing.typed.productIds)
  const { preset } = stage
  const isUnknown = preset !== null && presets.every(({ value }) => value !== preset)
  const options = [
    ...(preset === null ? [{ value: '', label: presets.length === 0 ? w.noPresets : w.choosePreset }] : []),
    ...(isUnknown ? [{ value: String(preset), label: w.presetNumber({ n: preset }) }] : []),
    ...presets.map(({ value, name }) => ({ value: String(value), label: name })),
  ]
  return (
    <Row.span gap="8" align="center" justify="end" className={rows.preset}>
      <PlainSelect
        label={w.fieldOf({ n: index + 1, field: w.preset })}
        value={preset === null ? '' : String(preset)}
        path={`stages.${index}.preset`}
        errorId={wrongAt('preset')}
        options={options}
        onChange={(value) =>
          editing.change((before) =>
            withStage(before, index, { ...stage, preset: value === '' ? null : Number(value) }),
          )
        }
      />
    </Row.span>
  )
}

function StageButtons({ editing, stage, index }: Omit<CellProps, 'wrongAt'>) {
  const w = useWords(editorText)
  const { typed, change } = editing
  const last = typed.stages.length - 1
  const set = (patch: Partial<Stage>): void => change((before) => withStage(before, index, { ...stage, ...patch }))
  return (
    <>
      {needOf('reverse', stage.mode) === 'refused' ? (
        <span />
      ) : (
        <IconButton
          size="small"
          icon={stage.reverse === true ? 'rotate-back' : 'rotate'}
          label={stage.reverse === true ? w.reverse : w.forward}
          onClick={() => set({ reverse: stage.reverse !== true })}
        />
      )}
      <IconButton
        size="small"
        icon="pause"
        label={w.fieldOf({ n: index + 1, field: w.pause })}
        pressed={stage.pauseBefore}
        onClick={() => set({ pauseBefore: !stage.pauseBefore })}
      />
      <ActionMenu
        target={<IconButton size="small" icon="dots" label={w.moreOf({ n: index + 1 })} />}
        actions={[
          {
            key: 'copy',
            icon: 'copy',
            label: w.copyStage,
            disabledReason: isFull(typed) ? w.fullStages : undefined,
            onClick: () => change((before) => withCopiedStage(before, index)),
          },
          ...(index === 0
            ? []
            : [
                {
                  key: 'up',
                  icon: 'arrow-up' as const,
                  label: w.moveUp,
                  onClick: () => change((before) => withMovedStage(before, index, index - 1)),
                },
              ]),
          ...(index === last
            ? []
            : [
                {
                  key: 'down',
                  icon: 'arrow-down' as const,
                  label: w.moveDown,
                  onClick: () => change((before) => withMovedStage(before, index, index + 1)),
                },
              ]),
          {
            key: 'remove',
            icon: 'trash',
            label: w.removeStage,
            danger: true,
            startsGroup: true,
            onClick: () => change((before) => withoutStage(before, index)),
          },
        ]}
      />
    </>
  )
}
