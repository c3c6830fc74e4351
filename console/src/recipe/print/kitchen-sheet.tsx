import { inSystem } from '@brigade/contract/recipe/measure.rules.ts'
import type { PrintedRecipe } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { keyedUses, preheatTargetOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { kitchenWords, patternName, unitIn } from '@brigade/contract/recipe/kitchen-words.ts'
import { containerWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useUnits } from '../../platform/units.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { patternIcon } from '../pattern-icon.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import { stageSettings } from '../stage-sentence.ts'
import css from './print.module.css'

/** The page: picture, servings, ingredients, and each stage with its pause. All of it is in the language of the page. */
export function KitchenSheet({ printed }: { printed: PrintedRecipe }) {
  const { content, descriptions, used, language } = printed
  const units = useUnits()
  const sheet = useFittingType()
  const { stages } = content
  const facts = factsOf(printed, units)
  return (
    <Grid.article overflow="hidden" ref={sheet} className={css.sheet} lang={language}>
      <Grid.header className={css.head}>
        <div>
          <h2>{printed.name}</h2>
          <p>{printed.description}</p>
          <Row.dl wrap className={css.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <Text.dd weight="600">{value}</Text.dd>
              </div>
            ))}
          </Row.dl>
        </div>
        <RecipePicture fileId={content.pictureFileId} size="print" />
      </Grid.header>
      <section>
        <h3>{kitchenWords.ingredients[language]}</h3>
        <ul className={css.ingredients}>
          {keyedUses(used).map(({ key, use: each }) => {
            const { unit, measure } = inSystem(each, units.system)
            return (
              <Row.li key={key} justify="between">
                <span>{each.name}</span>
                <b>
                  {measure === null ? unitIn(unit, language) : `${formatNumber(measure)} ${unitIn(unit, language)}`}
                </b>
              </Row.li>
            )
          })}
        </ul>
      </section>
      <section>
        <h3>{kitchenWords.stages[language]}</h3>
        <Stack.ol className={css.stages}>
          {stages.map((stage, index) => (
            <Grid.li key={stage.key} align="start">
              <b className={css.number}>{index + 1}</b>
              <Icon name={patternIcon(stage.pattern)} />
              <div>
                <p>
                  <b>{patternName(stage, language)}</b> {stageSettings(stage, language, units).join(' · ')}
                </p>
                {(descriptions[index] ?? '') === '' && !stage.pauseBefore ? null : (
                  <p className={stage.pauseBefore ? css.pause : undefined}>
                    {stage.pauseBefore ? (
                      <b>{kitchenWords.pauses[language] + (language === 'zh' ? '：' : ': ')}</b>
                    ) : null}
                    {descriptions[index]}
                  </p>
                )}
              </div>
            </Grid.li>
          ))}
        </Stack.ol>
      </section>
      <footer className={css.foot}>{footOf(printed)}</footer>
    </Grid.article>
  )
}

/** Names and values of the facts beside the picture. */
function factsOf({ content, language }: PrintedRecipe, units: ReturnType<typeof useUnits>): string[][] {
  const { servings, container, levels, preheat, stages } = content
  const target = preheatTargetOf(preheat, stages)
  return [
    ...(servings === null ? [] : [[kitchenWords.servings[language], formatNumber(servings)]]),
    ...(container === null
      ? []
      : [
          [
            kitchenWords.container[language],
            container === 'none' ? kitchenWords.noContainer[language] : containerWords[container].en,
          ],
        ]),
    ...(levels === null ? [] : [[kitchenWords.levels[language], formatNumber(levels)]]),
    ...(target === null
      ? []
      : [
          [
            kitchenWords.preheat[language],
            `${formatNumber(Math.round(units.temperature(target)))} ${units.temperatureUnit}`,
          ],
        ]),
  ]
}

const footOf = ({ code, version }: PrintedRecipe): string => (version === null ? code : `${code} v${version}`)

/** Sizes of type in points, from the one that reads well from two metres down to the one that fifty ingredients and fourteen stages need. */
const typeSizes = [16, 15, 14, 13, 12, 11, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5] as const

/** The largest font size with which the whole recipe fits on one page: nothing is cut. */
function useFittingType() {
  const sheet = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const page = sheet.current
    if (page === null || page.clientHeight === 0) return
    for (const size of typeSizes) {
      page.style.setProperty('--type', `${size}pt`)
      if (page.scrollHeight <= page.clientHeight) return
    }
  })
  return sheet
}
