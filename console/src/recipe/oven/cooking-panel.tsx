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
        <p className={css.preheats}>
          <StateBadge shape="preheating" word={w.preheats} />
        </p>
      ) : null}
      {plan === null ? (
        <p className={css.quiet}>{w.unknownVersion}</p>
      ) : (
        <ol className={css.stages} aria-label={w.stages}>
          {plan.stages.map((stage, index) => (
            <StageLine key={stage.key} cooking={cooking} stage={stage} number={index + 1} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** Since when it cooks, or when and for how long it did; as far as it was seen. */
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
      <p className={css.cooked}>
        <Icon name="chef-hat" />
        <span>
          {w.ownRecipe} <span className="mono">{id}</span>
        </span>
      </p>
    )
  return (
    <p className={css.cooked}>
      <RecipePicture fileId={recipe.pictureFileId} />
      <span>
        <a href={detailHref(recipe.id)}>{nameOf(recipe.names, recipe.baseLanguage)}</a>
        {' · '}
        <a href={detailHref(recipe.id, 'versions')}>{w.versionOf({ version })}</a>
        <small className="mono">{recipe.code}</small>
      </span>
    </p>
  )
}

/** The words that the oven shows at its pause, in the reader's language. */
function Waits({ cooking }: { cooking: Cooking }) {
  const w = useWords(cookText)
  const locale = useLocale()
  const stage = cooking.plan?.stages[cooking.stage - 1]
  const what = stage === undefined ? '' : wordsOf(cooking, stage, locale)
  return (
    <div className={css.waits} role="alert">
      <Icon name="pause" />
      <div>
        <b>{what === '' ? w.waitsForSomebody : w.waits({ what })}</b>
        <p>{w.waitsHint}</p>
      </div>
    </div>
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
      <span className={css.number}>{formatNumber(number)}</span>
      <Icon name={patternIcon(stage.pattern)} />
      <div className={css.stageWords}>
        <b>{stageName(stage, locale)}</b>
        <small>{stageSettings(stage, locale, units).join(' · ')}</small>
        {words === '' ? null : (
          <small className={css.stageNote}>
            {stage.pauseBefore ? <Icon name="pause" size="small" /> : null}
            {stage.pauseBefore ? <span className="vh">{w.pausesBefore}</span> : null}
            <span>{words}</span>
          </small>
        )}
      </div>
      <span className={css.outcome}>
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
      </span>
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
