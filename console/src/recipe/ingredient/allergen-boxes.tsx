import { allergens, type Allergen } from '@brigade/contract/recipe/filing.model.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import css from '../recipe.module.css'
import { allergenWords, ingredientText } from './ingredient.text.ts'

type Props = { value: readonly Allergen[]; onChange: (value: Allergen[]) => void }

/** The allergens of an ingredient, in the order of the law. */
export function AllergenBoxes({ value, onChange }: Props) {
  const w = useWords(ingredientText)
  const locale = useLocale()
  return (
    <fieldset className={css.fieldset}>
      <legend>{w.allergens}</legend>
      <div className={css.boxes}>
        {allergens.map((allergen) => (
          <Checkbox
            key={allergen}
            checked={value.includes(allergen)}
            onChange={(isOn) => onChange(allergens.filter((each) => (each === allergen ? isOn : value.includes(each))))}
          >
            {allergenWords[allergen][locale]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
