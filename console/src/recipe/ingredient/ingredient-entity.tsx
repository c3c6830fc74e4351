import {
  IngredientSearch,
  IngredientDraft,
  IngredientChange,
  type Allergen,
  type IngredientRow,
  allergens,
  baseOfKind,
  ingredientKinds,
  unitsOfKind,
} from '@brigade/contract/recipe/filing.model.ts'
import css from '../recipe.module.css'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeText, unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { call } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { entity } from '../../shell/entity/entity.ts'
import { choiceOf } from '../../ui/search-form/filter.ts'
import { namesField } from '../names/names-field.tsx'
import { recipesOf } from '../recipe-address.ts'
import { nameFor } from '../recipe-names.ts'
import { addIngredient } from './ingredient-act.ts'
import { allergenNames, allergenWords, ingredientKindWords, ingredientText } from './ingredient.text.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'

/** The ingredients of recipes: names in six languages, kinds of amounts, allergens, and the recipes that use each. */
export const ingredientEntity = entity({
  name: 'ingredient',
  words: ingredientText,
  refusals: recipeText,
  list: filingApi.ingredients,
  schemas: { search: IngredientSearch, add: IngredientDraft, update: IngredientChange },
  add: filingApi.addIngredient,
  addAct: addIngredient,
  update: filingApi.updateIngredient,
  read: (id) => call(filingApi.ingredient, { id }, { quiet: true }),
  edits: (row: IngredientRow) => row,
  clash: 'recipe.changedSince',
  isOwn: (row) => row.isOwn,
  rowName: ({ names }, locale) => nameFor(locale, names, 'en'),
  typedName: ({ names }, locale) => nameFor(locale, names, 'en'),
  typed: (row: IngredientRow | null): IngredientDraft => ({
    names: row?.names ?? {},
    kind: row?.kind ?? 'mass',
    unit: row?.unit ?? 'g',
    allergens: row?.allergens ?? [],
  }),
  width: 520,
  fields: ({ w, locale, row, form }) => {
    const { kind, unit } = form.values
    const isFixed = row !== null && row.recipes > 0
    return [
      namesField({ legend: w.names, name: w.name, locale, form }),
      [
        {
          kind: 'select',
          at: 'kind',
          label: w.kind,
          required: true,
          disabled: isFixed,
          hint: isFixed ? w.kindFixed : undefined,
          options: ingredientKinds.map((value) => ({ value, label: ingredientKindWords[value][locale] })),
          put: (chosen) => {
            const next = ingredientKinds.find((each) => each === chosen) ?? 'mass'
            return { kind: next, ...(unitsOfKind(next).includes(unit) ? {} : { unit: baseOfKind[next] }) }
          },
        },
        {
          kind: 'select',
          at: 'unit',
          label: w.unit,
          required: true,
          options: unitsOfKind(kind).map((value) => ({ value, label: unitWords[value][locale] })),
          put: (chosen) => ({ unit: unitsOfKind(kind).find((each) => each === chosen) ?? unit }),
        },
      ],
      {
        kind: 'own',
        key: 'allergens',
        parts: [{ at: 'allergens', label: w.allergen, shown: (typed) => allergenNames(typed.allergens, locale) }],
        input: <AllergenBoxes value={form.values.allergens} onChange={(list) => form.put({ allergens: list })} />,
      },
    ]
  },
  filters: ({ w, locale }) => [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    choiceOf('kind', [w.kind, w.anyKind], ingredientKinds, (value) => ingredientKindWords[value][locale]),
    choiceOf('allergen', [w.allergen, w.anyAllergen], allergens, (value) => allergenWords[value][locale]),
  ],
  columns: ({ w, locale }) => [
    { key: 'name', title: w.name, width: 160, identifies: true, cell: (row) => nameFor(locale, row.names, 'en') },
    ...recipeLanguages.map((language) => ({
      key: language,
      title: recipeLanguageWords[language][locale],
      width: 124,
      isExtra: language === locale,
      cell: (row: IngredientRow) => row.names[language] ?? '',
    })),
    // The usual unit already shows it.
    { key: 'kind', title: w.kind, width: 96, isExtra: true, cell: (row) => ingredientKindWords[row.kind][locale] },
    { key: 'unit', title: w.unit, width: 84, cell: (row) => unitWords[row.unit][locale] },
    { key: 'allergens', title: w.allergen, width: 108, cell: (row) => allergenNames(row.allergens, locale) },
    {
      key: 'recipes',
      title: w.recipes,
      width: 72,
      align: 'end',
      cell: (row) => <a href={recipesOf({ ingredientId: row.id })}>{formatNumber(row.recipes)}</a>,
    },
    momentColumn('updatedAt', w.updated, { isExtra: true, sortable: true }),
    {
      key: 'organisation',
      title: w.organisation,
      width: 140,
      isExtra: true,
      cell: (row) => row.organisation?.name ?? w.organisationAbove,
    },
  ],
  remove: {
    call: filingApi.removeIngredients,
    body: (rows) => ({ ids: rows.map(({ id }) => id) }),
    whyNot: ({ recipes }, w) => (recipes > 0 ? w.inUse : undefined),
  },
})

type Props = { value: readonly Allergen[]; onChange: (value: Allergen[]) => void }

/** The allergens of an ingredient, in the order of the law. */
function AllergenBoxes({ value, onChange }: Props) {
  const w = useWords(ingredientText)
  const locale = useLocale()
  return (
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink>
      <Text.legend padding="0 0 4" weight="500" size="xs" tone="ink-2">
        {w.allergens}
      </Text.legend>
      <Grid gap="4 12" className={css.boxes}>
        {allergens.map((allergen) => (
          <Checkbox
            key={allergen}
            checked={value.includes(allergen)}
            onChange={(isOn) => onChange(allergens.filter((each) => (each === allergen ? isOn : value.includes(each))))}
          >
            {allergenWords[allergen][locale]}
          </Checkbox>
        ))}
      </Grid>
    </Box.fieldset>
  )
}
