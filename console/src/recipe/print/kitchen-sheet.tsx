import { inSystem } from '@brigade/contract/recipe/measure.rules.ts'
import type { PrintedRecipe } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { preheatTargetOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { containerWords, unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { formatNumber } from '../../platform/format.ts'
import { wordsIn } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { patternIcon } from '../pattern-icon.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import { recipeWords, stageText } from '../recipe.text.ts'
import { patternName, stageSettings } from '../stage-sentence.ts'
import css from './print.module.css'

/** Above so many lines the type is smaller: fourteen stages and fifty ingredients are still one page. */
const roomyLines = 26
const denseLines = 42

/** The page: picture, for how many, what goes in, and each stage with its pause. Words of ours are Chinese on a Chinese page, else English. */
export function KitchenSheet({ printed }: { printed: PrintedRecipe }) {
  const { content, descriptions, used, language } = printed
  const locale = language === 'zh' ? 'zh' : 'en'
  const r = wordsIn(recipeWords, locale)
  const d = wordsIn(stageText, locale)
  const units = useUnits()
  const lines = content.stages.length * 2 + used.length / 2
  const size = lines > denseLines ? css.tiny : lines > roomyLines ? css.dense : ''
  const { servings, container, levels, preheat, stages } = content
  const target = preheatTargetOf(preheat, stages)
  const facts = [
    ...(servings === null ? [] : [[r.servings, formatNumber(servings)]]),
    ...(container === null ? [] : [[r.container, containerWords[container][locale]]]),
    ...(levels === null ? [] : [[r.levels, formatNumber(levels)]]),
    ...(target === null
      ? []
      : [[r.preheat, `${formatNumber(Math.round(units.temperature(target)))} ${units.temperatureUnit}`]]),
  ]
  return (
    <article className={`${css.sheet} ${size}`} lang={language}>
      <header className={css.head}>
        <div>
          <h2>{printed.name}</h2>
          <p>{printed.description}</p>
          <dl className={css.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <RecipePicture fileId={content.pictureFileId} size="print" />
      </header>
      <section>
        <h3>{r.ingredients}</h3>
        <ul className={css.ingredients}>
          {used.map((each) => {
            const { unit, measure } = inSystem(each, units.system)
            return (
              <li key={each.ingredientId}>
                <span>{each.name}</span>
                <b>
                  {measure === null ? unitWords[unit][locale] : `${formatNumber(measure)} ${unitWords[unit][locale]}`}
                </b>
              </li>
            )
          })}
        </ul>
      </section>
      <section>
        <h3>{r.stages}</h3>
        <ol className={css.stages}>
          {stages.map((stage, index) => (
            <li key={stage.key}>
              <b className={css.number}>{index + 1}</b>
              <Icon name={patternIcon(stage.pattern)} />
              <div>
                <p>
                  <b>{patternName(stage, locale)}</b> {stageSettings(stage, locale, units).join(' · ')}
                </p>
                {(descriptions[index] ?? '') === '' && !stage.pauseBefore ? null : (
                  <p className={stage.pauseBefore ? css.pause : undefined}>
                    {stage.pauseBefore ? <b>{`${d.pauses}: `}</b> : null}
                    {descriptions[index]}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <footer className={css.foot}>
        {printed.code} {printed.version === null ? '' : `v${printed.version}`}
      </footer>
    </article>
  )
}
