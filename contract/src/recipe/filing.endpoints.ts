import { z } from 'zod'
import { endpoints, get, nothing, post } from '../endpoint.ts'
import { Id, OptionalLine, filter } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  CategoryChange,
  CategoryDraft,
  CategoryRow,
  CategorySearch,
  IngredientChange,
  IngredientDraft,
  IngredientKind,
  IngredientRow,
  IngredientSearch,
} from './filing.model.ts'
import { Unit } from './measure.rules.ts'

const ById = z.strictObject({ id: Id })
const Removal = z.strictObject({ ids: z.array(Id).min(1, 'recipe.selectFirst').max(80) })
const Choosing = z.strictObject({ keyword: filter(OptionalLine(60)), id: filter(Id) })

/** Spec 7, cookbook/type and food/ingredient. */
export const filingApi = endpoints('recipe', {
  categories: get('/web/cookbook/type/page', {
    access: 'recipe-category:view',
    summary: { en: 'Recipe categories', zh: '菜谱分类列表' },
    description: 'Own ones and those of organisations above, by position.',
    query: CategorySearch,
    reply: pageOf(CategoryRow),
  }),
  category: get('/web/cookbook/type/detail', {
    access: 'recipe-category:view',
    summary: { en: 'One recipe category', zh: '菜谱分类详情' },
    query: ById,
    reply: CategoryRow,
  }),
  addCategory: post('/web/cookbook/type/add', {
    access: 'recipe-category:create',
    summary: { en: 'Add a recipe category', zh: '新增菜谱分类' },
    body: CategoryDraft,
    reply: z.object({ id: Id, code: z.string() }),
  }),
  updateCategory: post('/web/cookbook/type/update', {
    access: 'recipe-category:update',
    summary: { en: 'Edit a recipe category', zh: '编辑菜谱分类' },
    description: 'Also where it stands: `position`.',
    body: CategoryChange,
    reply: nothing,
  }),
  removeCategories: post('/web/cookbook/type/delete', {
    access: 'recipe-category:remove',
    summary: { en: 'Delete recipe categories', zh: '删除菜谱分类' },
    description: 'All of them or none. One that has recipes is refused, with their number.',
    body: Removal,
    reply: nothing,
  }),
  selectCategory: get('/web/cookbook/type/select', {
    access: 'signed-in',
    summary: { en: 'Recipe categories to choose from', zh: '菜谱分类下拉选项' },
    description: 'Own ones and those of organisations above; at most 200.',
    query: Choosing,
    reply: z.array(z.object({ id: Id, name: z.string() })),
  }),
  ingredients: get('/web/food/ingredient/page', {
    access: 'ingredient:view',
    summary: { en: 'Ingredients', zh: '食材列表' },
    query: IngredientSearch,
    reply: pageOf(IngredientRow),
  }),
  ingredient: get('/web/food/ingredient/detail', {
    access: 'ingredient:view',
    summary: { en: 'One ingredient', zh: '食材详情' },
    query: ById,
    reply: IngredientRow,
  }),
  addIngredient: post('/web/food/ingredient/add', {
    access: 'ingredient:create',
    summary: { en: 'Add an ingredient', zh: '新增食材' },
    body: IngredientDraft,
    reply: z.object({ id: Id }),
  }),
  updateIngredient: post('/web/food/ingredient/update', {
    access: 'ingredient:update',
    summary: { en: 'Edit an ingredient', zh: '编辑食材' },
    description: 'The kind stays once a recipe uses it.',
    body: IngredientChange,
    reply: nothing,
  }),
  removeIngredients: post('/web/food/ingredient/delete', {
    access: 'ingredient:remove',
    summary: { en: 'Delete ingredients', zh: '删除食材' },
    description: 'All of them or none. One that recipes use is refused, with their number.',
    body: Removal,
    reply: nothing,
  }),
  selectIngredient: get('/web/food/ingredient/select', {
    access: 'signed-in',
    summary: { en: 'Ingredients to choose from', zh: '食材下拉选项' },
    description: 'Own ones and those of organisations above; at most 200.',
    query: Choosing,
    reply: z.array(z.object({ id: Id, name: z.string(), kind: IngredientKind, unit: Unit })),
  }),
})
