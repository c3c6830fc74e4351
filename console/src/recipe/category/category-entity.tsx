import {
  CategorySearch,
  CategoryDraft,
  CategoryChange,
  type CategoryRow,
} from '@brigade/contract/recipe/filing.model.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeText } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageNames } from '@brigade/contract/recipe/recipe-language.text.ts'
import { call } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { entity } from '../../shell/entity/entity.ts'
import { PictureField } from '../editor/picture-field.tsx'
import { namesField } from '../names/names-field.tsx'
import { recipesOf } from '../recipe-address.ts'
import { nameFor } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import css from '../recipe.module.css'
import { addCategory } from './category-act.ts'
import { categoryText } from './category.text.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'

export const categoryEntity = entity({
  name: 'recipe.category',
  words: categoryText,
  refusals: recipeText,
  list: filingApi.categories,
  schemas: { search: CategorySearch, add: CategoryDraft, update: CategoryChange },
  add: filingApi.addCategory,
  addAct: addCategory,
  update: filingApi.updateCategory,
  read: (id) => call(filingApi.category, { id }, { quiet: true }),
  edits: (row: CategoryRow) => row,
  clash: 'recipe.changedSince',
  isOwn: (row) => row.isOwn,
  rowName: ({ names }, locale) => nameFor(locale, names, 'en'),
  typedName: ({ names }, locale) => nameFor(locale, names, 'en'),
  typed: (row: CategoryRow | null) => ({ names: row?.names ?? {}, pictureFileId: row?.pictureFileId ?? null }),
  fields: ({ w, locale, form }) => [
    {
      kind: 'own',
      key: 'picture',
      parts: [
        {
          at: 'pictureFileId',
          label: w.picture,
          shown: ({ pictureFileId }) => (pictureFileId === null ? w.noPicture : w.newPicture),
        },
      ],
      input: (
        <PictureField
          fileId={form.values.pictureFileId}
          error={form.errorOf('pictureFileId')}
          onChange={(pictureFileId) => form.put({ pictureFileId })}
        />
      ),
    },
    namesField({ legend: w.names, name: w.name, locale, form }),
  ],
  // The list has a search field of its own: it has no pages, because it is ordered by hand.
  filters: () => [],
  columns: ({ w, locale }) => [
    {
      key: 'name',
      title: w.name,
      width: 220,
      identifies: true,
      cell: (row) => (
        <span className={css.named}>
          <RecipePicture fileId={row.pictureFileId} />
          <span data-cut="">{nameFor(locale, row.names, 'en')}</span>
        </span>
      ),
    },
    { key: 'code', title: w.code, width: 104, cell: (row) => <span className="mono">{row.code}</span> },
    {
      key: 'languages',
      title: w.names6,
      width: 200,
      cell: ({ names }) =>
        recipeLanguages
          .filter((language) => (names[language] ?? '') !== '')
          .map((language) => recipeLanguageNames[language])
          .join(' · '),
    },
    {
      key: 'recipes',
      title: w.recipes,
      width: 96,
      align: 'end',
      cell: (row) => <a href={recipesOf({ categoryId: row.id })}>{formatNumber(row.recipes)}</a>,
    },
    {
      key: 'organisation',
      title: w.organisation,
      width: 160,
      cell: (row) => row.organisation?.name ?? w.organisationAbove,
    },
    momentColumn('updatedAt', w.updated),
  ],
  remove: {
    call: filingApi.removeCategories,
    body: (rows) => ({ ids: rows.map(({ id }) => id) }),
    whyNot: ({ recipes }, w) => (recipes > 0 ? w.inUse : undefined),
  },
})
