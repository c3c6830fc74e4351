import { containers, recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { containerWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useCategoryOptions } from '../category-options.ts'
import { recipeWords } from '../recipe.text.ts'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'
import { errorOf } from './messages.tsx'
import { PictureField } from './picture-field.tsx'
import type { Unfit } from './model-problems.ts'
import { TextFields } from './texts-card.tsx'

type Props = { editing: Editing; unfit: Unfit }

/** The head of a recipe: picture, texts, category, models and servings. */
export function AboutCard({ editing, unfit }: Props) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const { typed, change } = editing
  // What a model refuses is shown beside its name; the other messages concern the choice of models.
  const ofChoice = editing
    .at('productIds', ...typed.productIds.map((_, index) => `productIds.${index}`))
    .filter(({ productId }) => productId === undefined)
  return (
    <section className={css.card} aria-label={r.recipe}>
      <PictureField
        fileId={typed.pictureFileId}
        error={errorOf(editing.at('pictureFileId'))}
        onChange={(pictureFileId) => change((before) => ({ ...before, pictureFileId }))}
      />
      <TextFields editing={editing} />
      <CategoryField editing={editing} />
      <ProductsSelect
        label={r.models}
        kind="oven"
        required
        most={recipeLimits.products}
        productIds={typed.productIds}
        unfit={unfit}
        error={errorOf(ofChoice)}
        onChange={(productIds) => {
          change((before) => ({ ...before, productIds }))
          editing.leave('productIds')
        }}
      />
      <div className={css.three}>
        <CountField editing={editing} name="servings" />
        <div data-path="container">
          <SelectField
            label={r.container}
            placeholder={w.noContainer}
            clearable
            value={typed.container}
            error={errorOf(editing.at('container'))}
            options={containers.map((each) => ({ value: each, label: containerWords[each][locale] }))}
            onChange={(value) =>
              change((before) => ({ ...before, container: containers.find((each) => each === value) ?? null }))
            }
          />
        </div>
        <CountField editing={editing} name="levels" />
      </div>
    </section>
  )
}

function CategoryField({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const { typed, change } = editing
  const [text, setText] = useState('')
  const { options, isNaming } = useCategoryOptions({ typed: text, chosen: typed.categoryId })
  return (
    <div data-path="categoryId">
      <SelectField
        label={r.category}
        placeholder={w.noCategory}
        required
        onSearch={setText}
        isNaming={isNaming}
        value={typed.categoryId}
        error={errorOf(editing.at('categoryId'))}
        options={options}
        onChange={(categoryId) => {
          change((before) => ({ ...before, categoryId }))
          editing.leave('categoryId')
        }}
      />
    </div>
  )
}

function CountField({ editing, name }: { editing: Editing; name: 'servings' | 'levels' }) {
  const r = useWords(recipeWords)
  const { typed, change, step } = editing
  return (
    <div data-path={name}>
      <TextField
        label={r[name]}
        inputMode="numeric"
        autoComplete="off"
        value={typed[name] === null ? '' : String(typed[name])}
        error={errorOf(editing.at(name))}
        onChange={({ currentTarget: { value } }) => {
          if (!/^\d{0,4}$/.test(value)) return
          change((before) => ({ ...before, [name]: value === '' ? null : Number(value) }), name)
        }}
        onBlur={() => {
          step()
          editing.leave(name)
        }}
      />
    </div>
  )
}
