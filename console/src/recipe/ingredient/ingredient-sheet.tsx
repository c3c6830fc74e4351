import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import {
  allergens,
  IngredientDraft,
  ingredientKinds,
  type IngredientRow,
  baseOfKind,
  unitsOfKind,
} from '@brigade/contract/recipe/filing.model.ts'
import { unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { NamesFields } from '../names/names-fields.tsx'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { useNamesForm } from '../names/use-names-form.ts'
import { allergenWords, ingredientKindWords, ingredientText } from './ingredient.text.ts'

type Props = { editing: { of: IngredientRow | null } | null; onClose: () => void }

export function IngredientSheet({ editing, onClose }: Props) {
  const w = useWords(ingredientText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet title={of === null ? w.add : w.edit} isOpen={editing !== null} onClose={onClose} width={520}>
      {last === null ? null : <IngredientForm key={of?.id ?? ''} of={of} />}
    </FormSheet>
  )
}

function IngredientForm({ of }: { of: IngredientRow | null }) {
  const sheet = useSheet()
  const w = useWords(ingredientText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const add = useSend(filingApi.addIngredient, { quiet: true })
  const update = useSend(filingApi.updateIngredient, { quiet: true })
  const initial: IngredientDraft = {
    names: of?.names ?? {},
    kind: of?.kind ?? 'mass',
    unit: of?.unit ?? 'g',
    allergens: of?.allergens ?? [],
  }
  const form = useNamesForm({
    name: 'ingredient',
    initial,
    schema: IngredientDraft,
    async send(draft) {
      if (of === null) await add.mutateAsync(draft)
      else await update.mutateAsync({ ...draft, id: of.id, updatedAt: of.updatedAt })
      toastDone(r.saved)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { values, put, errorOf } = form
  const isFixed = of !== null && of.recipes > 0
  return (
    <SheetForm className={css.fields} onSubmit={form.submit} isBusy={form.isBusy} verb={r.save}>
      <RefusedNote message={form.refused} />
      <NamesFields legend={w.names} names={values.names} errorOf={errorOf} onChange={(names) => put({ names })} />
      <Grid gap="12" columns="halves">
        <SelectField
          label={w.kind}
          required
          disabled={isFixed}
          hint={isFixed ? w.kindFixed : undefined}
          value={values.kind}
          error={errorOf('kind')}
          options={ingredientKinds.map((value) => ({ value, label: ingredientKindWords[value][locale] }))}
          onChange={(value) => {
            const kind = ingredientKinds.find((each) => each === value) ?? 'mass'
            put({ kind, ...(unitsOfKind(kind).includes(values.unit) ? {} : { unit: baseOfKind[kind] }) })
          }}
        />
        <SelectField
          label={w.unit}
          required
          value={values.unit}
          error={errorOf('unit')}
          options={unitsOfKind(values.kind).map((value) => ({ value, label: unitWords[value][locale] }))}
          onChange={(value) => put({ unit: unitsOfKind(values.kind).find((each) => each === value) ?? values.unit })}
        />
      </Grid>
      <Box.fieldset margin="0 0 12" padding="0" border="none" shrink>
        <Text.legend padding="0 0 4" weight="500" size="xs" tone="ink-2">
          {w.allergens}
        </Text.legend>
        <Grid gap="4 12" className={css.boxes}>
          {allergens.map((allergen) => (
            <Checkbox
              key={allergen}
              checked={values.allergens.includes(allergen)}
              onChange={(isOn) =>
                put({
                  allergens: allergens.filter((each) => (each === allergen ? isOn : values.allergens.includes(each))),
                })
              }
            >
              {allergenWords[allergen][locale]}
            </Checkbox>
          ))}
        </Grid>
      </Box.fieldset>
    </SheetForm>
  )
}
