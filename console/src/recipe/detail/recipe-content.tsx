import { kitchenWords, patternName } from '@brigade/contract/recipe/kitchen-words.ts'
import { inSystem, scaled } from '@brigade/contract/recipe/measure.rules.ts'
import type { RecipeDetail, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { keyedUses, readText } from '@brigade/contract/recipe/recipe.rules.ts'
import { containerWords, preheatWords, unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageNames } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { useUnits, useUnitState } from '../../platform/units.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CurveCard, useTotal } from '../curve/curve-card.tsx'
import { allergenNames } from '../ingredient/ingredient.text.ts'
import { patternIcon } from '../pattern-icon.ts'
import { useRecipeName } from '../recipe-names.ts'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { stageSettings } from '../stage-sentence.ts'
import { detailText } from './detail.text.ts'

/** The recipe for reading: curve and stages, and beside them its ingredients and its description. */
export function RecipeContentTab({ recipe }: { recipe: RecipeDetail }) {
  const w = useWords(detailText)
  const locale = useLocale()
  const { content } = recipe
  const [wanted, setLanguage] = useState<RecipeLanguage>(
    content.languages.includes(locale) ? locale : content.baseLanguage,
  )
  const language = content.languages.includes(wanted) ? wanted : content.baseLanguage
  return (
    <DetailBody>
      <Stack gap="12">
        <Box padding="16" border="line" radius="m" ground="paper">
          <CurveCard content={content} />
        </Box>
        <Stages recipe={recipe} language={language} />
        <Checks recipe={recipe} />
      </Stack>
      <Stack gap="12">
        <Segments
          full
          label={w.readIn}
          value={language}
          options={content.languages.map((value) => ({ value, label: recipeLanguageNames[value], lang: value }))}
          onChange={setLanguage}
        />
        <About recipe={recipe} language={language} />
        <Ingredients recipe={recipe} />
      </Stack>
    </DetailBody>
  )
}

type PartProps = { recipe: RecipeDetail; language: RecipeLanguage }

/** Lines never break between a number and its unit. */
const unbroken = (settings: readonly string[]): string =>
  settings.map((each) => each.replaceAll(/(?<=\d) (?=\D)/g, '\u{A0}')).join(' · ')

function Stages({ recipe: { content }, language }: PartProps) {
  const w = useWords(detailText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const units = useUnits()
  const rows = content.stages.map((stage, index) => ({ stage, index }))
  return (
    <Panel title={r.stages}>
      <PlainTable
        label={r.stages}
        rows={rows}
        rowKey={({ stage }) => String(stage.key)}
        columns={[
          { key: 'no', title: '', width: 56, cell: ({ index }) => index + 1 },
          {
            key: 'pattern',
            title: r.pattern,
            width: 128,
            cell: ({ stage }) => (
              <span className={css.named}>
                <Icon name={patternIcon(stage.pattern)} />
                {patternName(stage, locale)}
              </span>
            ),
          },
          {
            key: 'setting',
            title: w.setting,
            cell: ({ stage }) => (
              <Row.span gap="8" line="16" className={css.cellText}>
                {unbroken(stageSettings(stage, locale, units))}
              </Row.span>
            ),
          },
          {
            key: 'words',
            title: r.description,
            cell: ({ stage }) => (
              <Row.span gap="8" line="16" className={css.cellText}>
                {stage.pauseBefore ? <Icon name="pause" size="small" /> : null}
                {stage.pauseBefore ? <span className="vh">{kitchenWords.pauses[locale]}</span> : null}
                <span>{readText(content, language, `stages.${stage.key}`)}</span>
              </Row.span>
            ),
          },
        ]}
        empty={<EmptyPanel title={w.noStages} />}
      />
    </Panel>
  )
}

function About({ recipe: { content, products }, language }: PartProps) {
  const w = useWords(detailText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const productName = useNameOf()
  const units = useUnits()
  const total = useTotal(content)
  const { preheat, container, servings, levels } = content
  return (
    <Panel title={w.about}>
      <div lang={language}>
        <FactList
          facts={[
            { key: 'name', label: r.name, wide: true, value: readText(content, language, 'name') },
            { key: 'text', label: r.description, wide: true, value: readText(content, language, 'description') },
            {
              key: 'models',
              label: r.models,
              wide: true,
              value: products.map(({ name }) => productName(name)).join(r.listMark),
            },
            { key: 'servings', label: r.servings, value: servings === null ? '' : formatNumber(servings) },
            {
              key: 'container',
              label: r.container,
              value: container === null ? '' : containerWords[container][locale],
            },
            { key: 'levels', label: r.levels, value: levels === null ? '' : formatNumber(levels) },
            {
              key: 'preheat',
              label: r.preheat,
              value:
                preheat.temperatureC === null
                  ? preheatWords[preheat.mode][locale]
                  : `${formatNumber(Math.round(units.temperature(preheat.temperatureC)))} ${units.temperatureUnit}`,
            },
            { key: 'time', label: w.time, value: total },
          ]}
        />
      </div>
    </Panel>
  )
}

/** The ingredients for the chosen number of servings; the stored amounts stay unchanged. */
function Ingredients({ recipe: { used, content } }: { recipe: RecipeDetail }) {
  const w = useWords(detailText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const nameOf = useRecipeName()
  const system = useUnitState((state) => state.system)
  const [typed, setTyped] = useState('')
  const wanted = typed === '' ? content.servings : Number(typed)
  const allergens = [...new Set(used.flatMap((each) => each.allergens))]
  return (
    <Panel title={r.ingredients}>
      <Box padding="16">
        {content.servings === null ? (
          <Text.p size="xs" line="16" tone="ink-3">
            {w.noServings}
          </Text.p>
        ) : (
          <TextField
            label={w.forServings}
            inputMode="numeric"
            autoComplete="off"
            placeholder={`${formatNumber(content.servings)} (${w.asWritten})`}
            value={typed}
            onChange={({ currentTarget: { value } }) => (/^[1-9]?\d{0,2}$/.test(value) ? setTyped(value) : undefined)}
          />
        )}
        <PlainTable
          label={r.ingredients}
          rows={keyedUses(used).map(({ key, use }) => ({ key, ...use }))}
          rowKey={({ key }) => key}
          columns={[
            { key: 'name', title: r.ingredient, cell: ({ names }) => nameOf(names) },
            {
              key: 'amount',
              title: r.amount,
              width: 112,
              align: 'end',
              cell: (each) => {
                const { unit, measure } = inSystem(scaled(each, content.servings, wanted ?? 1), system)
                const name = unitWords[unit][locale]
                return measure === null ? name : `${formatNumber(measure)} ${name}`
              },
            },
          ]}
        />
        <Text.p size="xs" line="16" tone="ink-3" marginTop="12">
          {w.allergens({ names: allergens.length === 0 ? w.noAllergens : allergenNames(allergens, locale) })}
        </Text.p>
      </Box>
    </Panel>
  )
}

function Checks({ recipe: { check, products } }: { recipe: RecipeDetail }) {
  const w = useWords(detailText)
  const messages = [...check.problems, ...check.notes]
  return (
    <Panel title={w.fit}>
      <Box padding="16">
        {check.problems.length === 0 && products.length > 0 ? <p>{w.fits}</p> : null}
        {messages.length === 0 ? null : (
          <Stack.ul gap="4">
            {messages.map(({ path, message }, index) => (
              <li key={`${path} ${index}`}>{message}</li>
            ))}
          </Stack.ul>
        )}
      </Box>
    </Panel>
  )
}
