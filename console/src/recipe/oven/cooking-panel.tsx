import type { CookedStage, Cooking } from '@brigade/contract/recipe/oven.model.ts'
import type { RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { readText } from '@brigade/contract/recipe/recipe.rules.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { formatClock, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useUnits } from '../../platform/units.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateBadge, StateShape, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import { patternIcon } from '../pattern-icon.ts'
import { stageName } from '@brigade/contract/recipe/kitchen-words.ts'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { stageSettings } from '../stage-sentence.ts'
import { cookText } from './cook.text.ts'
import css from './oven.module.css'

/** The recipe that an oven cooks or cooked last: its stages, the reason for each end, and the reason for waiting. */
export function CookingPanel({ cooking }: { cooking: Cooking }) {
  const w = useWords(cookText)
  const { plan, isOver, isPaused } = cooking
  return (
    <Panel title={isOver ? w.cookedLast : w.cooksNow} note={useSpan(cooking)}>
      <RecipeLine cooking={cooking} />
      {isPaused && !isOver ? <Waits cooking={cooking} /> : null}
      {!isPaused && !isOver && cooking.stage === 0 ? (
        <Box.p padding="8 16 0">
          <StateBadge shape="preheating" word={w.preheats} />
        </Box.p>
      ) : null}
      {plan === null ? (
        <Text.p padding="12 16" tone="ink-3" className={css.quiet}>
          {w.unknownVersion}
        </Text.p>
      ) : (
        <Box.ol padding="8 0" className={css.stages} aria-label={w.stages}>
          {plan.stages.map((stage, index) => (
            <StageLine key={stage.key} cooking={cooking} stage={stage} number={index + 1} />
          ))}
        </Box.ol>
      )}
    </Panel>
  )
}

/** Since when it has been cooking, or when and for how long it did, as far as this is known. */
function useSpan({ startedAt, endedAt, isOver }: Cooking): string | undefined {
  const w = useWords(cookText)
  if (startedAt === null) return undefined
  if (!isOver) return w.startedAt({ time: formatClock(startedAt).slice(0, 5) })
  const from = formatTime(startedAt).slice(0, 16)
  if (endedAt === null) return from
  return w.ranFor({ from, took: formatDuration(Date.parse(endedAt) - Date.parse(startedAt)) })
}

/** The description of a stage as a reader of the language sees it. */
function wordsOf({ plan, recipe }: Cooking, stage: Stage, language: RecipeLanguage): string {
  if (plan === null || recipe === null) return ''
  return readText({ baseLanguage: recipe.baseLanguage, texts: plan.texts }, language, `stages.${stage.key}`)
}

function RecipeLine({ cooking: { recipe, id, version } }: { cooking: Cooking }) {
  const w = useWords(cookText)
  const nameOf = useRecipeName()
  if (recipe === null)
    return (
      <Row.p gap="12" padding="12 16 0" align="center" className={css.cooked}>
        <Icon name="chef-hat" />
        <span>
          {w.ownRecipe} <span className="mono">{id}</span>
        </span>
      </Row.p>
    )
  return (
    <Row.p gap="12" padding="12 16 0" align="center" className={css.cooked}>
      <RecipePicture fileId={recipe.pictureFileId} />
      <span>
        <a href={detailHref(recipe.id)}>{nameOf(recipe.names, recipe.baseLanguage)}</a>
        {' · '}
        <a href={detailHref(recipe.id, 'versions')}>{w.versionOf({ version })}</a>
        <Text.small size="xs" tone="ink-3" block className="mono">
          {recipe.code}
        </Text.small>
      </span>
    </Row.p>
  )
}

/** The words that the oven shows at its pause, in the reader's language. */
function Waits({ cooking }: { cooking: Cooking }) {
  const w = useWords(cookText)
  const locale = useLocale()
  const stage = cooking.plan?.stages[cooking.stage - 1]
  const what = stage === undefined ? '' : wordsOf(cooking, stage, locale)
  return (
    <Row gap="12" padding="12" radius="s" ground="warn-soft" tone="warn" className={css.waits} role="alert">
      <Icon name="pause" />
      <div>
        <b>{what === '' ? w.waitsForSomebody : w.waits({ what })}</b>
        <Text.p size="xs" line="16" tone="ink-2">
          {w.waitsHint}
        </Text.p>
      </div>
    </Row>
  )
}

type LineProps = { cooking: Cooking; stage: Stage; number: number }

function StageLine({ cooking, stage, number }: LineProps) {
  const w = useWords(cookText)
  const locale = useLocale()
  const units = useUnits()
  const cooked = cooking.stages.find((one) => one.stage === number)
  const isNow = !cooking.isOver && cooking.stage === number
  const isPast = !isNow && cooked !== undefined && (cooked.endedAt !== null || cooked.endedBy !== null)
  const look: StateShapeName = isNow ? 'cooking' : isPast ? 'completed' : 'standby'
  const words = wordsOf(cooking, stage, locale)
  return (
    <li className={isNow ? css.isNow : undefined} aria-current={isNow ? 'step' : undefined}>
      <StateShape name={look} {...(isNow && cooking.isPaused ? { tone: 'warn' as const } : {})} />
      <Text textAlign="right" tone="ink-3" tabular>
        {formatNumber(number)}
      </Text>
      <Icon name={patternIcon(stage.pattern)} />
      <Stack line="18" shrink className={css.stageWords}>
        <Text.b weight="600">{stageName(stage, locale)}</Text.b>
        <small>{stageSettings(stage, locale, units).join(' · ')}</small>
        {words === '' ? null : (
          <Row.small gap="4" align="center">
            {stage.pauseBefore ? <Icon name="pause" size="small" /> : null}
            {stage.pauseBefore ? <span className="vh">{w.pausesBefore}</span> : null}
            <span>{words}</span>
          </Row.small>
        )}
      </Stack>
      <Stack.span justifyItems="end" textAlign="right" size="xs" line="16" tone="ink-2" className={css.outcome}>
        {isNow ? (
          cooking.isPaused ? (
            w.waiting
          ) : (
            w.now
          )
        ) : isPast ? (
          <Ended cooked={cooked} />
        ) : cooking.isOver ? (
          w.notReached
        ) : (
          w.ahead
        )}
      </Stack.span>
    </li>
  )
}

/** The reason for the end of a stage, as the oven reports it, and its duration. */
function Ended({ cooked: { endedBy, seconds, coreC } }: { cooked: CookedStage }) {
  const w = useWords(cookText)
  const { temperature, temperatureUnit } = useUnits()
  const word = endedBy === null ? w.endedUnknown : w[endedBy]
  const isByCore = endedBy === 'core' || endedBy === 'difference'
  const core = coreC === null || !isByCore ? '' : `${formatNumber(temperature(coreC), 1)} ${temperatureUnit}`
  return (
    <>
      <span>{[word, core].filter(Boolean).join(' · ')}</span>
      {seconds === null ? null : <small>{formatDuration(seconds * 1000)}</small>}
    </>
  )
}
