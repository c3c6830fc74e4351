import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { IngredientDraft, IngredientKind, allergens, type IngredientRow } from '@brigade/contract/recipe/filing.model.ts'
import { Unit } from '@brigade/contract/recipe/measure.rules.ts'
import { recipeText as contractText, unitWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useLayoutEffect } from 'react'
import { z } from 'zod'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useFiledName } from '../recipe-names.ts'
import css from './filing.module.css'
import { allergenWords, filingText, ingredientText, kindWords } from './filing.text.ts'
import { NameFields } from './name-fields.tsx'
import { isUnnamed, nameShape, namesOf, typedNames } from './names-typed.ts'

const { kind, unit, allergens: allergenList } = IngredientDraft.shape
const Fields = z.strictObject({ ...nameShape, kind, unit, allergens: allergenList })

/** Names, kind, usual unit and allergens. */
export function IngredientForm({ ingredient }: { ingredient: IngredientRow | null }) {
  const sheet = useSheet()
  const w = useWords(filingText)
  const t = useWords(ingredientText)
  const locale = useLocale()
  const nameOf = useFiledName()
  const add = useSend(filingApi.addIngredient, { quiet: true })
  const update = useSend(filingApi.updateIngredient, { quiet: true })
  const [base] = useKept('ingredient base', ingredient)
  const form = useContractForm({
    name: 'ingredient',
    schema: Fields,
    initial: {
      ...typedNames(base?.names ?? {}),
      kind: base?.kind ?? ('mass' as const),
      unit: base?.unit ?? ('g' as const),
      allergens: base?.allergens ?? [],
    },
    words: contractText,
    alsoCheck: (typed) => (isUnnamed(typed) ? { 'names.en': w.oneName } : {}),
    async send({ kind: chosen, unit: usual, allergens: held, ...typed }) {
      const draft = { names: namesOf(typed), kind: chosen, unit: usual, allergens: held }
      if (base === null) await add.mutateAsync(draft)
      else await update.mutateAsync({ ...draft, id: base.id, updatedAt: base.updatedAt })
      const named = { name: nameOf(draft.names) }
      toastDone(base === null ? w.added(named) : w.saved(named))
      sheet.done()
    },
  })
  const { setDirty } = sheet
  const { isDirty, values } = form
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
  const isFixed = base !== null && base.recipes > 0
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <NameFields text={form.text} />
      <SelectField
        label={t.kind}
        required
        disabled={isFixed}
        hint={isFixed ? t.kindFixed : undefined}
        options={IngredientKind.options.map((value) => ({ value, label: kindWords[value][locale] }))}
        value={values.kind}
        onChange={(value) => {
          const chosen = IngredientKind.safeParse(value).data
          if (chosen !== undefined) form.set('kind', chosen)
        }}
        error={form.errorOf('kind')}
      />
      <SelectField
        label={t.unit}
        required
        options={Unit.options.map((value) => ({ value, label: unitWords[value][locale] }))}
        value={values.unit}
        onChange={(value) => {
          const chosen = Unit.safeParse(value).data
          if (chosen !== undefined) form.set('unit', chosen)
        }}
        error={form.errorOf('unit')}
      />
      <fieldset className={css.allergens}>
        <legend>{t.allergens}</legend>
        {allergens.map((allergen) => (
          <Checkbox
            key={allergen}
            checked={values.allergens.includes(allergen)}
            onChange={(checked) =>
              form.set(
                'allergens',
                allergens.filter((each) => (each === allergen ? checked : values.allergens.includes(each))),
              )
            }
          >
            {allergenWords[allergen][locale]}
          </Checkbox>
        ))}
      </fieldset>
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {base === null ? t.add : w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}
