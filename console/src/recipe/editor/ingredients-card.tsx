import { ask } from '../../platform/query.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { type Amount, type Unit, inSystem, measuredUnits, units } from '@brigade/contract/recipe/measure.rules.ts'
import { keyedUses, readUseKey } from '@brigade/contract/recipe/recipe.rules.ts'
import { recipeLimits, type IngredientUse } from '@brigade/contract/recipe/recipe.model.ts'
import { unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useState, type ReactNode } from 'react'
import { emptyValue, formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { unitSystems, useUnitState } from '../../platform/units.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { OrderedList } from '../../ui/order/ordered-list.tsx'
import { recipeWords } from '../recipe.text.ts'
import type { Editing } from './editing.ts'
import card from './editor.module.css'
import { editorText } from './editor.text.ts'
import css from './ingredients.module.css'
import { NumberCell } from './cell/number-cell.tsx'
import { Messages } from './messages.tsx'
import { PlainSelect } from './cell/plain-select.tsx'

/** The ingredients. An amount is stored in the unit in which it was typed; the other system only shows it. */
export function IngredientsCard({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const { system, choose } = useUnitState()
  const { typed } = editing
  const names = useIngredientNames(typed.ingredients.map(({ ingredientId }) => ingredientId))
  const wrong = editing.at('ingredients')
  const nameOf = ({ ingredientId }: IngredientUse): string => {
    const name = names.get(ingredientId)
    return name === null ? w.unknownIngredient : (name ?? '')
  }
  return (
    <section className={card.card} aria-label={w.ingredientsTitle} data-path="ingredients">
      <Row gap="8 12" align="center" marginBottom="8" minHeight="28" wrap className={card.head}>
        <h2>
          {w.ingredientsTitle} <RequiredMark />
        </h2>
        <Box.span grow />
        <Segments
          size="small"
          label={w.measureSystem}
          value={system}
          options={unitSystems.map((value) => ({ value, label: w[value] }))}
          onChange={choose}
        />
      </Row>
      {typed.ingredients.length === 0 ? (
        <p className={card.hint}>{w.noIngredients}</p>
      ) : (
        <>
          <Grid.p
            align="center"
            size="xs"
            weight="500"
            tone="ink-3"
            height="28"
            borderBottom
            className={css.heads}
            aria-hidden="true"
          >
            <span>{r.ingredient}</span>
            <Text textAlign="right" paddingRight="8">
              {r.amount}
            </Text>
            <span>{r.unit}</span>
          </Grid.p>
          <OrderedList
            items={keyedUses(typed.ingredients)}
            keyOf={({ key }) => key}
            nameOf={({ key, use }) => nameOfUse(nameOf(use), key)}
            label={w.ingredientsTitle}
            onOrder={(ordered) =>
              editing.change((before) => ({ ...before, ingredients: ordered.map(({ use }) => use) }))
            }
          >
            {({ key, use }, index, handle) => (
              <IngredientRow
                editing={editing}
                use={use}
                index={index}
                name={nameOfUse(nameOf(use), key)}
                handle={handle}
              />
            )}
          </OrderedList>
        </>
      )}
      {wrong.length === 0 ? null : (
        <p className={card.error} role="alert">
          <Messages problems={wrong} />
        </p>
      )}
      <AddIngredient editing={editing} />
    </section>
  )
}

/** Distinguishes a repeated ingredient from its first use. */
function nameOfUse(name: string, key: string): string {
  const { place } = readUseKey(key)
  return place === 1 ? name : `${name} (${place})`
}

type RowProps = { editing: Editing; use: IngredientUse; index: number; name: string; handle: ReactNode }

function IngredientRow({ editing, use, index, name, handle }: RowProps) {
  const w = useWords(editorText)
  const locale = useLocale()
  const system = useUnitState((state) => state.system)
  const { change, step } = editing
  const shown = inSystem(use, system)
  const path = `ingredients.${index}.measure`
  const wrong = editing.at(path, `ingredients.${index}.ingredientId`, `ingredients.${index}`)
  const errorId = wrong.length === 0 ? undefined : `ingredient-${index}-problem`
  const put = (next: Amount, tag?: string): void =>
    change((before) => ({ ...before, ingredients: before.ingredients.with(index, { ...use, ...next }) }), tag)
  const isConverted = shown.unit !== use.unit
  return (
    <Grid align="center" borderBottom className={css.row} role="group" aria-label={name}>
      {handle}
      <Text cut data-tip={name.length > 16 ? name : undefined}>
        {name}
      </Text>
      {use.unit === 'toTaste' ? (
        <Text textAlign="right" paddingRight="8" tone="ink-3">
          {emptyValue}
        </Text>
      ) : (
        <NumberCell
          label={w.amountOf({ name })}
          value={shown.measure}
          decimals={3}
          path={path}
          errorId={errorId}
          tip={isConverted ? w.typedAs({ amount: amountText(use, unitWords[use.unit][locale]) }) : undefined}
          onChange={(measure) => put({ unit: shown.unit, measure }, path)}
          onBlur={() => {
            step()
            editing.leave(path)
          }}
        />
      )}
      <PlainSelect
        label={w.unitOf({ name })}
        value={shown.unit}
        options={unitsFor(shown.unit, system).map((unit) => ({ value: unit, label: unitWords[unit][locale] }))}
        onChange={(unit) => put({ unit, measure: unit === 'toTaste' ? null : shown.measure })}
      />
      <IconButton
        size="small"
        icon="x"
        label={w.removeIngredient({ name })}
        onClick={() => change((before) => ({ ...before, ingredients: before.ingredients.toSpliced(index, 1) }))}
      />
      {wrong.length === 0 ? null : (
        <Text.p size="xs" line="16" weight="500" tone="bad" paddingBottom="6" id={errorId} className={css.error}>
          <Messages problems={wrong} />
        </Text.p>
      )}
    </Grid>
  )
}

const amountText = ({ measure }: Amount, unit: string): string => `${formatNumber(measure)} ${unit}`

/** The units of the system on screen, units of both systems, and the present unit. */
const unitsFor = (present: Unit, system: 'metric' | 'british'): readonly Unit[] => [
  ...measuredUnits.filter((unit) => {
    const of = units[unit].system
    return unit === present || of === undefined || of === system
  }),
  'toTaste',
]

function AddIngredient({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const [text, setText] = useState('')
  const { typed, change } = editing
  const found = useFoundIngredients(text)
  if (typed.ingredients.length >= recipeLimits.ingredients) return null
  return (
    <Box marginTop="12">
      <SelectField
        // A chosen ingredient becomes a row above, and the field is empty again.
        key={typed.ingredients.length}
        label={w.addIngredient}
        placeholder={w.findIngredient}
        value={null}
        searchable
        onSearch={setText}
        options={found.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          const chosen = found.find((each) => each.id === id)
          if (chosen === undefined) return
          const use: IngredientUse = { ingredientId: chosen.id, unit: chosen.unit, measure: null }
          change((before) => ({ ...before, ingredients: [...before.ingredients, use] }))
          setText('')
        }}
      />
    </Box>
  )
}

/** Marks the title of a required part. */
function RequiredMark() {
  const w = useWords(editorText)
  return (
    <Text tone="bad" aria-hidden="true" title={w.required}>
      *
    </Text>
  )
}

type FoundIngredient = Readonly<{ id: string; name: string; unit: Unit }>

/** The first ingredients with the text in their name. */
function useFoundIngredients(keyword: string): readonly FoundIngredient[] {
  const typed = keyword.trim()
  const { data } = useQuery({
    ...ask(filingApi.selectIngredient, typed === '' ? {} : { keyword: typed }, { quiet: true }),
    placeholderData: (before) => before,
  })
  return data ?? []
}

/** Names of the ingredients of a recipe; undefined while they load, null for a deleted one. */
function useIngredientNames(ids: readonly string[]): ReadonlyMap<string, string | null | undefined> {
  const known = useFoundIngredients('')
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const missing = ids.filter((id) => !names.has(id))
  const queries = useQueries({
    queries: missing.map((id) => ({ ...ask(filingApi.selectIngredient, { id }, { quiet: true }), staleTime: 60_000 })),
  })
  return new Map(
    ids.map((id) => {
      const at = missing.indexOf(id)
      if (at === -1) return [id, names.get(id)]
      const data = queries[at]?.data
      return [id, data === undefined ? undefined : (data.find((each) => each.id === id)?.name ?? null)]
    }),
  )
}
